// Section of my sessions: the devices I am signed in on, with buttons that end them.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Monitor, Smartphone, Workflow } from 'lucide-react'
import { useState } from 'react'
import { browserOf } from '../../account/browser-name.ts'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { invalidate, query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/marks/chip.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { near } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { Section } from '../../parts/base/page/section.tsx'

export function SessionsSection() {
  const t = useTexts('settings')
  const { data } = useSuspenseQuery(query('GET /api/user/sessions'))
  const [confirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState('')
  const others = data.sessions.filter(({ current }) => !current)
  const end = async (work: () => Promise<unknown>, busyKey: string) => {
    setBusy(busyKey)
    try {
      await work()
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
    await invalidate('GET /api/user/sessions')
    setBusy('')
    setConfirming(false)
  }
  return (
    <Section
      title={t('sessions')}
      aside={
        others.length > 0 && (
          <Button size="sm" onClick={() => setConfirming(true)}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      <ul className="surface-card divide-y divide-line">
        {data.sessions.map((session) => {
          const job = session.kind === 'job'
          const Icon = job ? Workflow : /Mobile|iPhone|Android/.test(session.agent) ? Smartphone : Monitor
          const name = job ? t('jobSession') : browserOf(session.agent) || t('unknownBrowser')
          return (
            <li key={session.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2">
              <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
              <span className="min-w-0 flex-1">
                {name} {session.current && <Chip tone="ok">{t('thisSession')}</Chip>}
                <span className="block text-caption text-text-3">{t('lastSeen', { time: near(session.seen_at) })}</span>
              </span>
              {!session.current && (
                <Button
                  size="sm"
                  busy={busy === session.id}
                  onClick={() => void end(() => call('DELETE /api/user/sessions/:id', { params: { id: session.id } }), session.id)}
                >
                  {t(job ? 'endJobSession' : 'endSession')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Confirm
        open={confirming}
        danger
        title={t('endOthersAsk', { count: others.length })}
        description={t('endOthersHelp')}
        confirmLabel={t('endOthers')}
        onConfirm={() =>
          end(async () => {
            const { ended } = await call('DELETE /api/user/sessions')
            toast({ text: t('endedOthers', { count: ended }) })
          }, 'all')
        }
        onClose={() => setConfirming(false)}
      />
    </Section>
  )
}
