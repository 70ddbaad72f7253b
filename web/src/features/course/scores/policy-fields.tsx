// Late and missing work, scale, pass mark, digits, and whether students see how the class did.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../../i18n.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { type Gradebook, scalesQuery } from '../../../parts/learning/scores/queries.ts'
import { Switch } from '../../../ui/fields/checkbox.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'

type Policy = Pick<Gradebook['policy'], 'digits' | 'scale_id' | 'pass_percent' | 'late' | 'missing' | 'distribution'>
const firstLate: NonNullable<Policy['late']> = { percent: 10, per: 'day', lowest: 0, grace_minutes: 0 }
const card = 'surface-card space-y-3 p-4'
const row = 'grid gap-4 tablet:grid-cols-4'

export function PolicyFields({ policy, onChange }: { policy: Policy; onChange: (part: Partial<Policy>) => void }) {
  const t = useTexts('score-rules')
  const { data: scales } = useQuery(scalesQuery)
  const { late, missing, scale_id, pass_percent, digits } = policy
  const setLate = (part: Partial<typeof firstLate>) => onChange({ late: { ...(late ?? firstLate), ...part } })
  const scale = scales?.items.find(({ id }) => id === scale_id)
  return (
    <>
      <Section title={t('lateAndMissing')}>
        <div className={card}>
          <Switch
            label={t('late')}
            help={t('lateHelp')}
            checked={late !== null}
            onChange={(on) => onChange({ late: on ? firstLate : null })}
          />
          {late && (
            <div className={row}>
              <NumberField
                label={t('latePercent')}
                value={late.percent}
                min={1}
                max={100}
                unit="%"
                onChange={(next) => setLate({ percent: next ?? 1 })}
              />
              <Select
                label={t('latePer')}
                value={late.per}
                onChange={(per) => setLate({ per })}
                options={[
                  { value: 'day', label: t('perDay') },
                  { value: 'hour', label: t('perHour') },
                ]}
              />
              <NumberField
                label={t('lateLowest')}
                value={late.lowest}
                min={0}
                max={100}
                unit="%"
                onChange={(next) => setLate({ lowest: next ?? 0 })}
              />
              <NumberField
                label={t('lateGrace')}
                value={late.grace_minutes}
                min={0}
                max={10_000}
                onChange={(next) => setLate({ grace_minutes: next ?? 0 })}
              />
            </div>
          )}
          <Switch
            label={t('missing')}
            help={t('missingHelp')}
            checked={missing !== null}
            onChange={(on) => onChange({ missing: on ? { percent: 0 } : null })}
          />
          {missing && (
            <NumberField
              label={t('missingPercent')}
              value={missing.percent}
              min={0}
              max={100}
              unit="%"
              onChange={(next) => onChange({ missing: { percent: next ?? 0 } })}
              className="w-40"
            />
          )}
        </div>
      </Section>
      <Section title={t('results')}>
        <div className={card}>
          <div className={row}>
            <Select
              label={t('scale')}
              value={scale_id ?? ''}
              onChange={(next) => onChange({ scale_id: next || null })}
              options={[{ value: '', label: t('noScale') }, ...(scales?.items ?? []).map(({ id, name }) => ({ value: id, label: name }))]}
            />
            <NumberField
              label={t('pass')}
              whenEmpty={t('passHelp')}
              value={pass_percent}
              min={0}
              max={100}
              unit="%"
              onChange={(next) => onChange({ pass_percent: next })}
            />
            <Select
              label={t('digits')}
              value={String(digits)}
              onChange={(next) => onChange({ digits: Number(next) })}
              options={['0', '1', '2'].map((value) => ({ value, label: value }))}
            />
          </div>
          {scale && (
            <p className="text-small text-text-2">
              {scale.levels.map(({ name, percent }) => t('levelFrom', { name, percent })).join(' · ')}
            </p>
          )}
          <Switch
            label={t('distribution')}
            help={t('distributionHelp')}
            checked={policy.distribution}
            onChange={(distribution) => onChange({ distribution })}
          />
        </div>
      </Section>
    </>
  )
}
