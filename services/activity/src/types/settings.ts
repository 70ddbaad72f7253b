// The settings of an activity: what its row stores, and what they mean for its type.
import { checked } from '@lyceum/kit/calls/validation'
import { storedTime } from '@lyceum/kit/database/stored-times'
import { definitionOf } from './activity-types.ts'
import { type AvailableType, settingsByType } from './activity-types/api.ts'
import { criterionOf } from './rules.ts'
import type { Prisma } from '../generated/client.ts'

type Stored = Prisma.JsonObject

/**
 * The stored settings with the given ones, of which null takes one away. 400 names `settings.<name>` of a given one that the type does not
 * have. Stored ones are not checked: a newer release may know more of them.
 */
export function mergeSettings(type: AvailableType, stored: unknown, changes: Record<string, unknown> | undefined): Stored {
  const merged = { ...(stored as Stored) }
  if (!changes) return merged
  const schema = settingsByType[type]
  const takenAway = Object.keys(changes).filter((name) => changes[name] === null && Object.hasOwn(schema.properties, name))
  const set = Object.fromEntries(Object.entries(changes).filter(([name]) => !takenAway.includes(name)))
  Object.assign(merged, checked(schema, set, 'settings'))
  for (const name of takenAway) delete merged[name]
  return merged
}

type OfType = { type: string; settings: unknown }

/** All settings of a row; a missing one has its default. */
export const settingsOf = ({ type, settings }: OfType): Record<string, unknown> => ({
  ...definitionOf(type)?.defaults,
  ...(settings as Stored),
})

/** The time at which scores are released: by the settings of a type that has it there. */
export const releaseAfter = (type: string, settings: Stored, { release, anonymous }: { release: string; anonymous: boolean }): string =>
  definitionOf(type)?.releaseOf?.(settingsOf({ type, settings }) as never, anonymous) ?? release

/** The rules of handing in for an activity; undefined where nothing is handed in. */
export const workRulesOf = (row: OfType) => definitionOf(row.type)?.work?.(settingsOf(row) as never)

/** The rules of the topics of an activity; null where it has comments alone. */
export const talkRulesOf = (row: OfType) => definitionOf(row.type)?.talk?.(settingsOf(row) as never) ?? null

/** The weights of the parts of its score; undefined where it is the teacher's alone. */
export const weightsOf = (row: OfType) => definitionOf(row.type)?.evaluation?.(settingsOf(row) as never)

/** The stored settings with their times moved. */
export function settingsMoved({ type, settings }: OfType, move: (time: Date) => Date): Stored {
  const moved = { ...(settings as Stored) }
  for (const name of definitionOf(type)?.dates ?? [])
    if (typeof moved[name] === 'string') moved[name] = move(storedTime(moved[name])).toISOString()
  return moved
}

/** The rules of watching the first upload of an activity; undefined where progress does not count watched seconds. */
export const watchingOf = (row: OfType & { criterionKey: string }) =>
  definitionOf(row.type)?.watching?.(settingsOf(row), criterionOf(row.criterionKey).kind)
