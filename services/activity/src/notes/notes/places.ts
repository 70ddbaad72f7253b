// Places of notes: whether a file is one beside which notes are written, and whether a place is within it. Pure.
import { invalid } from '@lyceum/kit/calls/errors'
import type { ActivityUpload } from '../../activity/api.ts'
import type { Area, TargetType } from './api.ts'

export type Place = { anchor: number; area: Area | null; quote: string }
export type NotedFile = Pick<ActivityUpload, 'type' | 'duration' | 'pages'>

/** Seconds by which a player may overrun the measured length of a film. */
const overrun = 1

/** undefined: no notes are written beside it. A file of text has no pages, nor has a document that is not shown page by page. */
function targetTypeOf({ type, pages }: NotedFile): TargetType | undefined {
  if (type === 'video' || type === 'image') return type
  return type === 'document' && pages !== null ? 'document' : undefined
}

export function isWithin(type: TargetType, anchor: number, { duration, pages }: NotedFile): boolean {
  if (type === 'video') return duration === null || anchor <= duration + overrun
  if (!Number.isInteger(anchor) || anchor < 1) return false
  return type === 'image' ? anchor === 1 : pages !== null && anchor <= pages
}

/** The place as it is kept. 400 note.notOffered at target_id, note.outside at anchor and area. */
export function checkedPlace(place: Place, file: NotedFile): { type: TargetType; place: Place } {
  const type = targetTypeOf(file)
  if (!type) throw invalid({ target_id: 'note.notOffered' })
  const { area, quote } = place
  const anchor = type === 'video' ? Math.round(place.anchor * 1000) / 1000 : place.anchor
  if (!isWithin(type, anchor, file)) throw invalid({ anchor: 'note.outside' })
  if (!area) return { type, place: { anchor, area: null, quote } }
  const { boxes, x, y } = area
  const isPoint = !boxes && x !== undefined && y !== undefined
  const isBoxes = boxes !== undefined && x === undefined && y === undefined
  // a film has no page
  if (type === 'video' || !(isPoint || isBoxes)) throw invalid({ area: 'note.outside' })
  // a little beyond the edge is the rounding of a browser
  if (boxes?.some(([left = 0, top = 0, width = 0, height = 0]) => left + width > 1001 || top + height > 1001))
    throw invalid({ area: 'note.outside' })
  return { type, place: { anchor, area, quote } }
}
