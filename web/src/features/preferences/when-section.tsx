// When mail and push messages go out: the digest, and quiet hours by the person's clock.
import { useTexts } from '../../i18n.ts'
import { Section } from '../../parts/base/page/section.tsx'
import { useMe } from '../../session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { Segmented } from '../../ui/fields/segmented.tsx'
import { deviceZone } from '../../ui/zone.ts'
import type { Change, Preferences } from './use-preferences.ts'

const two = (hour: number) => String(hour).padStart(2, '0')
const halfHours = Array.from({ length: 48 }, (_, nth) => `${two(Math.floor(nth / 2))}:${nth % 2 ? '30' : '00'}`)
const withOwn = (clock: string) => [...new Set([...halfHours, clock])].sort().map((value) => ({ value, label: value }))
const usual = { from: '22:00', to: '07:00' }

export function WhenSection({ preferences, change }: { preferences: Preferences; change: Change }) {
  const t = useTexts('preferences')
  const me = useMe()
  const { digest, digest_hour, quiet, mail_off, time_zone } = preferences
  const zone = me.settings.time_zone ?? deviceZone()
  const shown = time_zone ?? me.org?.time_zone ?? 'UTC'
  // the zone goes with whatever is chosen by the clock
  const byClock = (changes: Parameters<Change>[0]) => change({ ...changes, ...(!time_zone && { time_zone: zone }) })
  return (
    <Section title={t('when')}>
      <div className="surface-card space-y-5 p-5">
        <div>
          <p className="mb-1 font-medium">{t('digest')}</p>
          <div className="flex flex-wrap items-end gap-3">
            <Segmented
              label={t('digest')}
              value={digest}
              onChange={(value) => void byClock({ digest: value })}
              options={(['at_once', 'hourly', 'daily'] as const).map((value) => ({ value, label: t(`digest.${value}`) }))}
            />
            {digest === 'daily' && (
              <Select
                label={t('digestHour')}
                hideLabel
                className="w-28"
                value={String(digest_hour)}
                onChange={(value) => void byClock({ digest_hour: Number(value) })}
                options={Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${two(hour)}:00` }))}
              />
            )}
          </div>
          <p className="mt-1 text-caption text-text-3">{t('digestHelp')}</p>
        </div>
        <div>
          <Switch
            label={t('quiet')}
            help={t('quietHelp')}
            checked={quiet !== null}
            onChange={(on) => void byClock({ quiet: on ? usual : null })}
          />
          {quiet && (
            <div className="mt-2 flex flex-wrap gap-3">
              <Select
                label={t('from')}
                className="w-28"
                value={quiet.from}
                onChange={(from) => void byClock({ quiet: { ...quiet, from } })}
                options={withOwn(quiet.from)}
              />
              <Select
                label={t('to')}
                className="w-28"
                value={quiet.to}
                onChange={(to) => void byClock({ quiet: { ...quiet, to } })}
                options={withOwn(quiet.to)}
              />
            </div>
          )}
        </div>
        {(quiet || digest === 'daily') && (
          <p className="flex flex-wrap items-center gap-2 text-caption text-text-3">
            {t('zoneIs', { zone: shown.replaceAll('_', ' ') })}
            {shown !== zone && (
              <Button size="sm" variant="link" onClick={() => void change({ time_zone: zone })}>
                {t('zoneUse', { zone: zone.replaceAll('_', ' ') })}
              </Button>
            )}
          </p>
        )}
        {!mail_off && (
          <Button size="sm" onClick={() => void change({ mail_off: true })}>
            {t('turnMailOff')}
          </Button>
        )}
      </div>
    </Section>
  )
}
