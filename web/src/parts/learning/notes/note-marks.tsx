// Marks of notes over the pages of a document or an image: boxes of words, points, and pages as a whole.
import { turnsOf } from '../../../anchors/geometry.ts'
import { colours, type Mark } from '../../../anchors/mark.ts'
import { MarkLayer } from '../../../anchors/mark-layer.tsx'
import type { MarkWords } from '../../../anchors/mark-words.ts'
import type { Note } from './queries.ts'

const nothing = () => {}

/** As many as stand below each other at the edge of a page, far enough apart for a finger on a phone. */
const column = 16
/** One without an area stands at the edge of its page: `nth` of those there. */
function markOf({ id, anchor, area, content, quote, mine, version }: Note, nth: number): Mark {
  const edge = { x: 965 - 90 * Math.floor(nth / column), y: 12 + 60 * (nth % column) }
  const shape = area?.boxes ? { boxes: area.boxes } : { x: area?.x ?? edge.x, y: area?.y ?? edge.y }
  return {
    ...{ id, page: anchor, shape, version, n: 1, upload_id: null, marker: null },
    kind: area?.boxes ? 'highlight' : 'comment',
    // without words of its own it is the words that it marks
    text: content || quote,
    colour: mine ? colours.amber : colours.blue,
  }
}

function marksOn(notes: readonly Note[], page: number): Mark[] {
  let edged = 0
  return notes.filter(({ anchor }) => anchor === page).map((note) => markOf(note, note.area ? 0 : edged++))
}

/** Numbers of the notes that stand on pages, in the order of the list. */
export const numbersOfNotes = (notes: readonly Note[]) => new Map(notes.map(({ id }, nth) => [id, nth + 1]))

export function NoteMarks({
  page,
  shown,
  turns,
  notes,
  words,
  chosen,
  onChoose,
  onPlace,
}: {
  page: number
  shown: { width: number; height: number }
  /** Quarters clockwise. */
  turns: number
  /** Of the whole file. */
  notes: readonly Note[]
  words: MarkWords
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  /** A point of the page is chosen for a new note; undefined while none is wanted. */
  onPlace: ((x: number, y: number) => void) | undefined
}) {
  const numbers = numbersOfNotes(notes)
  return (
    <MarkLayer
      number={page}
      shown={shown}
      turns={turnsOf(turns)}
      marks={marksOn(notes, page)}
      words={words}
      card={false}
      tools={{
        tool: onPlace ? 'comment' : 'select',
        colour: colours.amber,
        stamp: 'tick',
        fingerDraws: false,
        readOnly: !onPlace,
        numbers,
        selected: chosen,
        onSelect: onChoose,
        onAdd: (_, { shape }) => onPlace?.(shape.x ?? 0, shape.y ?? 0),
        onChange: nothing,
        onRemove: nothing,
      }}
    />
  )
}
