import { type DragEvent, useState } from "react";

/** Returns the handlers of an element that files can be dropped on, and whether one is above it. */
export function useFileDrop(onFile: (file: File | undefined) => void) {
  const [dragging, setDragging] = useState(false);
  const carriesFile = (event: DragEvent) => event.dataTransfer.types.includes("Files");
  const onDragOver = (event: DragEvent) => {
    if (!carriesFile(event)) return; // the element itself handles text
    event.preventDefault();
    setDragging(true);
  };
  const onDragLeave = (event: DragEvent) => {
    const inside = event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget);
    if (!inside) setDragging(false);
  };
  const onDrop = (event: DragEvent) => {
    setDragging(false);
    if (!carriesFile(event)) return;
    event.preventDefault();
    onFile(event.dataTransfer.files[0]);
  };
  return { dragging, onDragOver, onDragLeave, onDrop };
}
