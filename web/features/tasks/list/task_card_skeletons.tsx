import { CardSkeletons } from "../../../ui/data/rows/card_skeletons.tsx";

/** The height of a card while its task loads, as a class. */
export const cardHeight = "h-30";

/** Stands for the cards while they or their code load. */
export function TaskCardSkeletons() {
  return <CardSkeletons count={5} height={cardHeight} />;
}
