// Uploads that come into a shared folder: nobody has reviewed them, so that an agreed folder waits again where the organisation reviews what is shared.
import { rows } from '@lyceum/kit/database/database'
import { nextVersion } from '@lyceum/kit/facts/outbox'
import type { Deps } from '../deps.ts'
import { emitShares, type ShareRow } from './share-facts.ts'
import { reviewsSharing } from './storage-rules.ts'

type Found = { id: string; org_id: string; agreed: boolean; unseen: boolean }

/**
 * Sets the agreed shares of a folder, and of those above it, back to wait when `added` came into it: where the organisation of the group reviews, and where one of
 * them was rejected in that group. Every share there has a new version, so that nobody agrees with what was added since they looked.
 */
export async function waitAgain({ db, now }: Pick<Deps, 'db' | 'now'>, folder: string, added: readonly string[]): Promise<void> {
  const found = await rows<Found>(
    db,
    `
    with recursive up as (
      select id, parent_id, 1 as n from uploads where id = $1
      union all select u.id, u.parent_id, n + 1 from uploads u join up on u.id = up.parent_id where u.is_folder and n < 100)
    select s.id::text, s.org_id::text, s.audit_status = 'agree' as agreed,
      exists (select from shared_rejections r where r.group_id = s.group_id and r.upload_id = any($2::uuid[]))
        or exists (select from shared_resources o where o.group_id = s.group_id and o.upload_id = any($2::uuid[]) and o.audit_status <> 'agree') as unseen
    from shared_resources s where s.upload_id in (select id from up) and s.org_id is not null order by s.id for update of s`,
    folder,
    added,
  )
  for (const [org, shares] of Map.groupBy(found, ({ org_id }) => org_id)) await waitIn({ db, now }, org, shares)
}

/** The shares of one organisation. */
async function waitIn({ db, now }: Pick<Deps, 'db' | 'now'>, org: string, found: readonly Found[]): Promise<void> {
  const reviewed = await reviewsSharing(db, org)
  const touched = found.filter(({ agreed, unseen }) => !agreed || reviewed || unseen)
  if (touched.length === 0) return
  const written = await rows<ShareRow>(
    db,
    `update shared_resources set audit_status = case audit_status when 'agree' then 'wait' else audit_status end,
       audited_by = case when audit_status <> 'agree' then audited_by end, audited_at = case when audit_status <> 'agree' then audited_at end,
       added_at = $2, version = ${nextVersion()}
     where id = any($1::uuid[]) returning id::text, upload_id::text, group_id::text, shared_by::text, version::text`,
    touched.map(({ id }) => id),
    now(),
  )
  const agreed = new Set(found.flatMap((one) => (one.agreed ? [one.id] : [])))
  await emitShares(
    db,
    org,
    written.filter(({ id }) => agreed.has(id)),
    { status: 'wait' },
  )
}
