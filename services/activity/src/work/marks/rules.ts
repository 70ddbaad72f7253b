// Rules of marks: the shape of each kind, and when a mark written twice is the same. Pure.
import { type Fields, invalid } from '@lyceum/kit/calls/errors'
import type { Shape, WrittenMark } from './api.ts'

type Field = keyof Shape
/** The fields of a kind: those of one row are needed together, and any of the rows will do. */
const needed: Record<WrittenMark['kind'], Field[][]> = {
  pen: [['points', 'width']],
  highlight: [['boxes'], ['from', 'to']],
  text: [['x', 'y']],
  stamp: [['x', 'y'], ['from']],
  comment: [['x', 'y'], ['from'], ['boxes']],
}
const optional: Record<WrittenMark['kind'], Field[]> = {
  pen: [],
  highlight: [],
  text: ['size'],
  stamp: ['size'],
  comment: ['to'],
}
const mayHave = (kind: WrittenMark['kind']) => new Set([...needed[kind].flat(), ...optional[kind]])

/** 400 names what is wrong with the shape of this kind, or a text that is missing. */
export function checkMark({ kind, shape, text }: Pick<WrittenMark, 'kind' | 'shape' | 'text'>): void {
  const fields: Fields = {}
  const allowed = mayHave(kind)
  for (const name of Object.keys(shape) as Field[]) if (!allowed.has(name)) fields[`shape.${name}`] = 'field.unknown'
  const rows = needed[kind]
  if (!rows.some((row) => row.every((name) => shape[name] !== undefined)))
    for (const name of rows[0]!) if (shape[name] === undefined) fields[`shape.${name}`] = 'field.required'
  if (shape.points && shape.points.length % 2 === 1) fields['shape.points'] = 'field.format'
  if (shape.from !== undefined && shape.to !== undefined && shape.to < shape.from) fields['shape.to'] = 'field.tooSmall'
  // a comment may be begun before it says something; letters and stamps are what they say
  if ((kind === 'text' || kind === 'stamp') && text === '') fields.text = 'field.required'
  if (Object.keys(fields).length > 0) throw invalid(fields)
}

type Content = Omit<WrittenMark, 'version'>
const contentOf = ({ n, upload_id, page, kind, shape, text, colour }: Content) =>
  JSON.stringify([n, upload_id, page, kind, Object.entries(shape).toSorted(([a], [b]) => (a < b ? -1 : 1)), text, colour])
/** The same mark: a write whose answer was lost comes again. */
export const sameMark = (a: Content, b: Content): boolean => contentOf(a) === contentOf(b)
