// A part of the management that could not be read: the organisation keeps it from this role, the code has run out, or the read failed.
import { useEffect } from 'react'
import { CallFailed } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { ReadFailed } from '../../parts/errors/read-failed.tsx'
import { invalidate } from '../../queries.ts'
import { Empty } from '../../ui/states.tsx'

export function PartFailed({ error, at, onRetry }: { error: unknown; at: number; onRetry: () => void }) {
  const t = useTexts('management')
  const refused = error instanceof CallFailed && error.status === 403
  const codeNeeded = refused && error.problem.code === 'authCode.needed'
  // the frame then asks for another code
  useEffect(() => {
    if (codeNeeded) void invalidate('GET /api/auth_code/auth_validate')
  }, [codeNeeded])
  return refused ? <Empty title={t('notForRole')} /> : <ReadFailed error={error} at={at} title={t('failed')} onRetry={onRetry} />
}
