// A grant that rests on the actor's own right to a file: it ends when they may no longer see it.
import type { Actor } from '@lyceum/kit/actor'
import { type Grant, signGrant } from '@lyceum/kit/grant'
import type { Config } from '../config.ts'

export const ownGrant = (
  { grantKeys }: Pick<Config, 'grantKeys'>,
  { person, session, org }: Actor,
  upload: string,
  more: Pick<Grant, 'expires' | 'file'>,
): string => signGrant(grantKeys, { upload, person, session, activity: '', ...more, basis: { org } })
