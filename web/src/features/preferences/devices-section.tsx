// The browsers that get push messages: this one can be turned on, each tested and removed.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { BellRing, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { Region } from '../../parts/base/errors/region.tsx'
import { Section } from '../../parts/base/page/section.tsx'
import { invalidate, query } from '../../queries.ts'
import { useMe } from '../../session/session.ts'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { near } from '../../ui/format.ts'
import { toast } from '../../ui/dialogs/toast.tsx'
import { enablePush, pushState } from './push.ts'

export function DevicesSection() {
  const t = useTexts('preferences')
  return (
    <Section title={t('devices')} help={t('devicesHelp')}>
      <Region at="devices" title={t('failed')}>
        <Devices />
      </Region>
    </Section>
  )
}

function Devices() {
  const t = useTexts('preferences')
  const { data } = useSuspenseQuery(query('GET /api/push-devices'))
  const me = useMe()
  const here = useQuery({ queryKey: ['push of this browser'], queryFn: pushState, staleTime: 0 })
  const [busy, setBusy] = useState('')
  const during = async (key: string, work: () => Promise<void>) => {
    setBusy(key)
    try {
      await work()
    } catch (error) {
      toast({ text: problemText(error), error: true })
    }
    await invalidate('GET /api/push-devices')
    void here.refetch()
    setBusy('')
  }
  if (data.key === null) return <Banner tone="info">{t('pushOff')}</Banner>
  const { key } = data
  return (
    <div className="space-y-3">
      {here.data === 'unsupported' && <Banner tone="info">{t('pushUnsupported')}</Banner>}
      {here.data === 'denied' && <Banner tone="warn">{t('pushDenied')}</Banner>}
      {here.data === 'off' && (
        <Button
          icon={BellRing}
          busy={busy === 'here'}
          action="push.enable"
          onClick={() =>
            void during('here', async () => {
              if ('id' in (await enablePush(key, me.id))) toast({ text: t('pushed') })
            })
          }
        >
          {t('pushHere')}
        </Button>
      )}
      {data.devices.length > 0 && (
        <ul className="surface-card divide-y divide-line">
          {data.devices.map(({ id, name, created_at }) => (
            <li key={id} className="flex min-h-11 flex-wrap items-center gap-3 px-5 py-2">
              <Smartphone aria-hidden size={18} strokeWidth={1.75} className="shrink-0 text-text-2" />
              <span className="min-w-40 flex-1">
                {name}
                <span className="block text-caption text-text-3">{t('since', { time: near(created_at) })}</span>
              </span>
              <Button
                size="sm"
                busy={busy === `test ${id}`}
                onClick={() =>
                  void during(`test ${id}`, async () => {
                    const { outcome } = await call('POST /api/push-devices/:id/test', { params: { id } })
                    toast({ text: t(`tested.${outcome}`), error: outcome !== 'sent' })
                  })
                }
              >
                {t('test')}
              </Button>
              <Button
                size="sm"
                busy={busy === id}
                onClick={() =>
                  void during(id, async () => {
                    await call('DELETE /api/push-devices/:id', { params: { id } })
                  })
                }
              >
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
