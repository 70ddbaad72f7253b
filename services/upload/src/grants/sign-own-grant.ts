// A grant based on the actor's own right to a file: it ends with that right.
import type { Actor } from '@lyceum/kit/calls/actor'
import { type Grant, signGrant } from '../../mirror/grant.ts'
import type { Config } from '../config.ts'

export const signOwnGrant = (
  { grantKeys }: Pick<Config, 'grantKeys'>,
  { person, session, org }: Actor,
  upload: string,
  terms: Pick<Grant, 'expires' | 'file'>,
): string => signGrant(grantKeys, { upload, person, session, activity: '', ...terms, basis: { org } })
