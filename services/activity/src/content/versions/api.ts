// The contract table of versions: what the text of an activity was after each saving, for who may change it.
import { calls } from '../../call-table.ts'
import { ById, Id, nullable, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Activity } from '../../activity/api.ts'

const fields = {
  id: Type.String(),
  title: Type.String(),
  /** The person who saved it; null: erased, or from before versions were kept. */
  person: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  created_at: Type.String(),
  /** When the version was saved that this one brought back. */
  restored_from: nullable(Type.String()),
}
export const TextVersion = Type.Object(fields)
export type TextVersion = Static<typeof TextVersion>
const WholeVersion = Type.Object({
  ...fields,
  body: Type.String(),
  /** The kept version before it, for the difference. */
  previous: nullable(Type.Object({ title: Type.String(), body: Type.String() })),
})
export type WholeVersion = Static<typeof WholeVersion>

const OfActivity = Type.Object({ id: Id, version_id: Id })

export const versionCalls = calls({
  'GET /api/activities/:id/versions': {
    summary: 'The kept versions of its title and text, the last first: the last 50, and of each day before the last one',
    may: 'content.change',
    at: 'activity',
    params: ById,
    query: pageQuery(),
    reply: paged(TextVersion),
  },
  'GET /api/activities/:id/versions/:version_id': {
    summary: 'A kept version with its text',
    may: 'content.change',
    at: 'activity',
    params: OfActivity,
    reply: WholeVersion,
  },
  'POST /api/activities/:id/versions/:version_id/restore': {
    summary: 'Bring back the title and text of a version, as a new version',
    may: 'content.change',
    at: 'activity',
    params: OfActivity,
    body: Type.Object({ version: Type.Optional(Version) }),
    reply: Activity,
    status: 200,
    errors: ['activity.newer'],
  },
})
