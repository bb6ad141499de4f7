/** The cropped square: its center and side, in pixels of the picture. */
export interface CropFrame {
  x: number;
  y: number;
  side: number;
}

interface Size {
  width: number;
  height: number;
}

/** Maximum zoom, relative to the initial frame. */
export const MAX_ZOOM = 6;

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
