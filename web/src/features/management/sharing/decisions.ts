// Decisions over shared files, with the way back: each returns to the state of before.
import { type Answer, call } from '../../../client.ts'
import { translate } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'

export type SharedFile = Answer<'GET /api/shared-resources'>['items'][number]
/** Files that one call decides over. */
export const mostAtOnce = 500

export const refreshShares = () => invalidate('GET /api/shared-resources', 'GET /api/management/resource-groups')

/** Decides, says how many, and offers to take it back. Answers the number of changed ones. */
export async function decide(files: readonly SharedFile[], audit_status: 'agree' | 'reject', reason?: string): Promise<number> {
  const { items } = await call('PUT /api/shared-resources', {
    body: { shares: files.map(({ id, version }) => ({ id, version })), audit_status, ...(reason && { reason }) },
  })
  const versions = new Map(items.flatMap(({ id, outcome, version }) => (outcome === 'changed' ? [[id, version] as const] : [])))
  const changed = files.filter(({ id }) => versions.has(id))
  const others = items.filter(({ outcome }) => outcome === 'newer' || outcome === 'refused').length
  const name = changed.length === 1 && (changed[0]?.upload.name ?? translate('sharing', 'unnamed'))
  if (changed.length > 0)
    toast({
      text: name
        ? translate('sharing', audit_status === 'agree' ? 'agreedOne' : 'rejectedOne', { name })
        : translate('sharing', audit_status === 'agree' ? 'agreedSome' : 'rejectedSome', { count: changed.length }),
      undo: () => void takeBack(changed, versions),
    })
  if (others > 0) toast({ text: translate('sharing', 'decidedElse', { count: others }), error: true })
  await refreshShares()
  return changed.length
}

async function takeBack(files: readonly SharedFile[], versions: ReadonlyMap<string, number>) {
  try {
    // those of one state and reason go together
    for (const [, same] of Map.groupBy(files, ({ audit_status, reason }) => JSON.stringify([audit_status, reason]))) {
      const [{ audit_status, reason } = { audit_status: 'wait' as const, reason: null }] = same
      await call('PUT /api/shared-resources', {
        body: { shares: same.map(({ id }) => ({ id, version: versions.get(id) ?? 0 })), audit_status, ...(reason && { reason }) },
      })
    }
  } catch (failure) {
    toast({ text: problemText(failure), error: true })
  }
  await refreshShares()
}
