// Whether courses of an organisation wait for being published, or are open to their members from the start.
import type { Tx } from '@lyceum/kit/database/database'
import { orgById } from '@lyceum/identity/mirror/orgs'

/** A new course is published where its organisation does not require publishing. */
export const publishedAtOnce = async (tx: Tx, org: string): Promise<boolean> =>
  (await orgById(tx, org))?.settings.publish_required === false
