// External ids on the wire: what another system (a register of students, a directory) calls a thing.
import { type Static, Type } from 'typebox'
import { nullable } from '../calls/shapes.ts'

export const ExternalSource = Type.String({ pattern: '^[a-z0-9][a-z0-9._-]{0,63}$', description: 'the other system: sis, ldap, oneroster' })
export const ExternalIdText = Type.String({ minLength: 1, maxLength: 200 })

export const ExternalId = Type.Object({ source: ExternalSource, id: ExternalIdText })
export type ExternalId = Static<typeof ExternalId>

/** In the body of a call: sets the id that this source has for the thing; null takes it away. */
export const ExternalIdDraft = Type.Object({ source: ExternalSource, id: nullable(ExternalIdText) })
export type ExternalIdDraft = Static<typeof ExternalIdDraft>

/** In the query of a list: both name one thing. */
export const externalIdQuery = { external_source: Type.Optional(ExternalSource), external_id: Type.Optional(ExternalIdText) }
export type ExternalIdQuery = { external_source?: string; external_id?: string }
