// The text of a course's content: what all readers of an activity share is written once, so that a long list costs what is its reader's own.
import { type TSchema, Type } from 'typebox'
import type { SharedRow } from '../../activity/activity-row.ts'
import { ActivityRow } from '../../activity/api.ts'
import { Module } from '../modules/api.ts'
import type { CourseContent } from './api.ts'

type Fields = { type?: string; properties?: Record<string, TSchema>; items?: TSchema }
/** A value with the fields of its schema alone, in their order, as Fastify writes it. */
function shaped(schema: TSchema, value: unknown): unknown {
  const { properties, items } = schema as Fields
  if (items && Array.isArray(value)) return value.map((one) => shaped(items, one))
  if (!properties || value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(properties).map(([name, field]) => [name, shaped(field, (value as Record<string, unknown>)[name])]),
  )
}
const text = (schema: TSchema, value: unknown): string => JSON.stringify(shaped(schema, value))

/** The shared fields of an activity in three pieces, between which those of its reader stand. */
type Pieces = { first: string; middle: string; uploads: string; last: string }
const beginning = Type.Pick(ActivityRow, ['id', 'course_id', 'module_id', 'type', 'title', 'sort', 'published'])
const middle = Type.Pick(ActivityRow, ['completion_criterion', 'completion_criterion_key', 'points', 'video_duration'])
const uploadsOf = Type.Pick(ActivityRow, ['uploads'])

/** Texts of rows and modules that a process keeps (shared-content.ts): they go with them. */
const written = new WeakMap<SharedRow, Pieces>()
const writtenModules = new WeakMap<Module[], string>()

function piecesOf(row: SharedRow): Pieces {
  let pieces = written.get(row)
  if (!pieces) {
    pieces = {
      first: text(beginning, row).slice(0, -1),
      middle: `,${text(middle, row).slice(1, -1)},"uploads":`,
      uploads: text(uploadsOf.properties.uploads, row.uploads),
      last: `,"version":${row.version}}`,
    }
    written.set(row, pieces)
  }
  return pieces
}

function modulesText(modules: Module[]): string {
  let known = writtenModules.get(modules)
  if (known === undefined) writtenModules.set(modules, (known = text(Type.Array(Module), modules)))
  return known
}

/** A time or an id: nothing in it is escaped. */
const plain = (value: string | null) => (value === null ? 'null' : `"${value}"`)

/** The answer as it is sent. `shared`: what each activity of it is made of. */
export function contentText({ modules, activities, completeness }: CourseContent, shared: readonly SharedRow[]): string {
  // joined at the end: a text that grows by pieces is a tree, and to flatten it takes longer than to write it
  const out = ['{"modules":', modulesText(modules), ',"activities":[']
  let my: ActivityRow['my'] | undefined
  let myText = ''
  activities.forEach((row, nth) => {
    const { first, middle, uploads, last } = piecesOf(shared[nth]!)
    // most have the same one: none yet
    if (row.my !== my) myText = text(ActivityRow.properties.my, (my = row.my))
    out.push(
      nth === 0 ? first : `,${first}`,
      `,"start_time":${plain(row.start_time)},"due_time":${plain(row.due_time)},"end_time":${plain(row.end_time)}`,
      `,"availability":"${row.availability}","is_locked":${row.is_locked},"locked_by":${plain(row.locked_by)}`,
      middle,
      row.uploads === shared[nth]!.uploads ? uploads : '[]',
      ',"my":',
      myText,
      `,"state":"${row.state}"`,
      last,
    )
  })
  out.push('],"completeness":', JSON.stringify(completeness), '}')
  return out.join('')
}
