// A part of the management that could not be read: the organisation keeps it from this role, or the read failed.
import { CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/base/errors/read-failed.tsx'
import { Empty } from '../../ui/states.tsx'

export function PartFailed({ error, at, onRetry }: { error: unknown; at: number; onRetry: () => void }) {
  const t = useTexts('management')
  const refused = error instanceof CallFailed && error.status === 403
  return refused ? <Empty title={t('notForRole')} /> : <ReadFailed error={error} at={at} title={t('failed')} onRetry={onRetry} />
}
