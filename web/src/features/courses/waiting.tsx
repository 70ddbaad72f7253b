// The courses that I wait to join: they are in no list of mine yet, and their code may have changed meanwhile.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { useLater } from '../../device/deferral.ts'
import { invalidate, query } from '../../queries.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { date } from '../../ui/format.ts'

export function Waiting() {
  const t = useTexts('courses')
  const { data } = useQuery({ ...query('GET /api/my-join-requests'), enabled: useLater() })
  const [busy, setBusy] = useState<string>()
  const [fault, setFault] = useState<string>()
  const stop = async (id: string) => {
    setBusy(id)
    setFault(undefined)
    try {
      await call('DELETE /api/courses/:id/join-request', { params: { id } })
    } catch (error) {
      setFault(problemText(error))
    }
    await invalidate('GET /api/my-join-requests', 'GET /api/course/access-code/:code/validate')
    setBusy(undefined)
  }
  // a fault is read also where nothing is left to wait for
  if (!data || (data.items.length === 0 && !fault)) return null
  return (
    <section aria-labelledby="waiting-for" className="surface-card mb-3 space-y-2 p-3">
      <h2 id="waiting-for" className="text-body font-semibold">
        {t('waitingFor')}
      </h2>
      {fault && (
        <Banner tone="bad" urgent>
          {fault}
        </Banner>
      )}
      <ul>
        {data.items.map(({ course: { id, name, display_name, course_code }, asked_at }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line py-1.5 not-first:border-t">
            <span className="min-w-0 flex-1">
              <span className="block text-body break-words">{display_name || name}</span>
              <span className="block text-caption text-text-2">
                {[course_code, t('waitingSince', { day: date(asked_at) })].filter(Boolean).join(' · ')}
              </span>
            </span>
            <Button busy={busy === id} onClick={() => void stop(id)}>
              {t('stopWaiting')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
