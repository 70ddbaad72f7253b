// Where I am signed in, and the way to end it there.
import { useSuspenseQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { outdate, query } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { near } from '../../ui/format.ts'
import { toast } from '../../ui/toast.tsx'
import { Section } from './section.tsx'

/** The browser and system in a word each, as far as the browser's own line tells. */
export function browserOf(agent: string): string {
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /OPR\//.test(agent)
      ? 'Opera'
      : /Firefox\//.test(agent)
        ? 'Firefox'
        : /MicroMessenger\//.test(agent)
          ? 'WeChat'
          : /(Chrome|CriOS)\//.test(agent)
            ? 'Chrome'
            : /Safari\//.test(agent)
              ? 'Safari'
              : ''
  const system =
    (/iPhone|iPad/.exec(agent)?.[0] ?? '') ||
    (/Android/.test(agent)
      ? 'Android'
      : /Windows/.test(agent)
        ? 'Windows'
        : /Mac OS X/.test(agent)
          ? 'macOS'
          : /Linux/.test(agent)
            ? 'Linux'
            : '')
  return [browser, system].filter(Boolean).join(' · ')
}

export function SessionsSection() {
  const t = useTexts('settings')
  const { data } = useSuspenseQuery(query('GET /api/user/sessions'))
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState('')
  const others = data.sessions.filter(({ current }) => !current)
  const end = async (work: () => Promise<unknown>, which: string) => {
    setBusy(which)
    try {
      await work()
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
    await outdate('GET /api/user/sessions')
    setBusy('')
    setAsking(false)
  }
  return (
    <Section
      title={t('sessions')}
      aside={
        others.length > 0 && (
          <Button size="sm" onClick={() => setAsking(true)}>
            {t('endOthers')}
          </Button>
        )
      }
    >
      <ul className="surface-card divide-y divide-line">
        {data.sessions.map((one) => {
          const Icon = /Mobile|iPhone|Android/.test(one.agent) ? Smartphone : Monitor
          const name = browserOf(one.agent) || t('unknownBrowser')
          return (
            <li key={one.id} className="flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2">
              <Icon aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
              <span className="min-w-0 flex-1">
                {name} {one.current && <Chip tone="ok">{t('thisSession')}</Chip>}
                <span className="block text-caption text-text-3">{t('lastSeen', { time: near(one.seen_at) })}</span>
              </span>
              {!one.current && (
                <Button
                  size="sm"
                  variant="quiet"
                  busy={busy === one.id}
                  onClick={() => void end(() => call('DELETE /api/user/sessions/:id', { params: { id: one.id } }), one.id)}
                >
                  {t('endSession')}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
      <Confirm
        open={asking}
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
        onClose={() => setAsking(false)}
      />
    </Section>
  )
}
