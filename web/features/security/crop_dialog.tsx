import { useEffect, useState } from "react";
import { Button } from "../../ui/buttons/button.tsx";
import { Dialog } from "../../ui/overlays/dialog.tsx";
import { Field } from "../../ui/inputs/field.tsx";
import { useMessages } from "../../messages/use_messages.tsx";
import { useAccountAction } from "./use_account.ts";

const SIDE = 256;
const KEY_STEP = 8;
const keys: Record<string, { x: number; y: number }> = {
  ArrowLeft: { x: -KEY_STEP, y: 0 },
  ArrowRight: { x: KEY_STEP, y: 0 },
  ArrowUp: { x: 0, y: -KEY_STEP },
  ArrowDown: { x: 0, y: KEY_STEP },
};

/** Lets the user crop a picture to a square, and uploads it. */
export default function CropDialog({ picture, onClose }: { picture: ImageBitmap; onClose: () => void }) {
  const { t } = useMessages();
  const [frame, setFrame] = useState(() => firstFrame(picture));
  const [zoom, setZoom] = useState(1);
  // As state: the dialog adds its contents after the first effects have run.
  const [canvas, setCanvas] = useState<HTMLCanvasElement | null>(null);
  useDrawn(canvas, picture, frame);
  const { mutate, isPending } = useAccountAction(
    (api, content: Blob) => api.raw("PUT", "/account/avatar", { content }),
    "security.pictureSaved",
  );
  const save = (blob: Blob) => mutate(blob, { onSuccess: onClose });
  const move = (x: number, y: number) =>
    setFrame((before) =>
      moveFrame(before, picture, { x: x * before.side / SIDE, y: y * before.side / SIDE })
    );
  return (
    <Dialog
      onClose={onClose}
      title={t("security.cropTitle")}
      description={t("security.cropHelp")}
      onSubmit={() => canvas?.toBlob((blob) => blob && save(blob), "image/png")}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.cancel")}</Button>
          <Button type="submit" variant="primary" loading={isPending}>{t("ui.save")}</Button>
        </>
      }
    >
      <div className="flex flex-col items-center gap-4">
        <canvas
          ref={setCanvas}
          width={SIDE}
          height={SIDE}
          tabIndex={0}
          role="img"
          aria-label={t("security.picture")}
          className="size-64 cursor-move touch-none rounded-full bg-sunken"
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={(event) => event.buttons > 0 && move(-event.movementX, -event.movementY)}
          onKeyDown={(event) => {
            const step = keys[event.key];
            if (!step) return;
            event.preventDefault();
            move(step.x, step.y);
          }}
        />
        <Field label={t("security.zoom")} className="w-64">
          {(ids) => (
            <input
              {...ids}
              type="range"
              min={1}
              max={MAX_ZOOM}
              step={0.1}
              value={zoom}
              className="w-full accent-accent"
              onChange={(event) => {
                const next = Number(event.target.value);
                setZoom(next);
                setFrame((before) => zoomFrame(before, picture, next));
              }}
            />
          )}
        </Field>
      </div>
    </Dialog>
  );
}

function useDrawn(canvas: HTMLCanvasElement | null, picture: ImageBitmap, { x, y, side }: CropFrame) {
  useEffect(() => {
    const context = canvas?.getContext("2d");
    if (!context) return;
    context.imageSmoothingQuality = "high";
    context.clearRect(0, 0, SIDE, SIDE);
    context.drawImage(picture, x - side / 2, y - side / 2, side, side, 0, 0, SIDE, SIDE);
  }, [canvas, picture, x, y, side]);
}

/** The cropped square: its center and side, in pixels of the picture. */
interface CropFrame {
  x: number;
  y: number;
  side: number;
}

interface Size {
  width: number;
  height: number;
}

/** Maximum zoom, relative to the initial frame. */
const MAX_ZOOM = 6;

/** Returns the largest square, centered. */
export function firstFrame({ width, height }: Size): CropFrame {
  return { x: width / 2, y: height / 2, side: Math.min(width, height) };
}

/** Returns a square `zoom` times smaller than the largest, around the same center. */
export function zoomFrame(frame: CropFrame, size: Size, zoom: number): CropFrame {
  return moveFrame({ ...frame, side: firstFrame(size).side / zoom }, size, { x: 0, y: 0 });
}

/** Moves the square within the picture. */
export function moveFrame(frame: CropFrame, size: Size, by: { x: number; y: number }): CropFrame {
  const half = frame.side / 2;
  const within = (value: number, max: number) => Math.min(Math.max(value, half), max - half);
  return { ...frame, x: within(frame.x + by.x, size.width), y: within(frame.y + by.y, size.height) };
}
