// A text in which the words that were looked for are marked.
import { hitsOf, type Piece, piecesOf } from '@lyceum/kit/text/hits'

export const markedOf = (text: string, sought: string): Piece[] => piecesOf(text, hitsOf(text, sought))

export const Marked = ({ pieces }: { pieces: readonly Piece[] }) =>
  pieces.map(({ text, hit }, i) =>
    hit ? (
      <mark key={i} className="rounded-[2px] bg-warn-soft text-inherit">
        {text}
      </mark>
    ) : (
      text
    ),
  )
