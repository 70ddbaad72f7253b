// The place of a live lecture for who teaches: an address, written here and never shown again, or a provider that makes the meeting, with its options.
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Select, TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { refusal } from '../../base/errors/problem-text.ts'
import type { Activity } from '../course/content.ts'
import { keepPlace, type Meeting } from './queries.ts'

type Props = { activity: Activity; meeting: Meeting }

export function AddressCard({ activity, meeting }: Props) {
  const t = useTexts('live')
  const { provider, has_address, keepable, error } = meeting
  const [changing, setChanging] = useState(!has_address && provider === 'link')
  return (
    <section aria-label={t('address')} className="surface-card space-y-3 p-4">
      {error && <Banner tone="warn">{t(`fault.${error}`)}</Banner>}
      {!keepable ? (
        <p className="text-small text-text-2">{t('noKeys')}</p>
      ) : changing ? (
        <PlaceForm activity={activity} meeting={meeting} onClose={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="flex min-w-0 flex-1 basis-48 items-center gap-2">
            {has_address && !error && <Check aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ok-text" />}
            <Place meeting={meeting} />
          </p>
          <Button onClick={() => setChanging(true)}>{t('change')}</Button>
        </div>
      )}
    </section>
  )
}

function Place({ meeting: { provider, options } }: { meeting: Meeting }) {
  const t = useTexts('live')
  const [text, more] =
    provider === 'link'
      ? [t('addressSaved'), t('addressHelp')]
      : [
          t('heldAt', { provider: t(`provider.${provider}`) }),
          [options.record && t('record'), options.muted && t('muted')].filter(Boolean).join(' · '),
        ]
  return (
    <span>
      {text} <span className="text-small text-text-2">{more}</span>
    </span>
  )
}

function PlaceForm({ activity, meeting, onClose }: Props & { onClose: () => void }) {
  const t = useTexts('live')
  const { choices, provider: known, has_address } = meeting
  // a provider of which the account is off stays to be seen
  const providers = choices.includes(known) ? choices : [...choices, known]
  const form = useForm({
    start: { provider: known, address: '', ...meeting.options },
    check: ({ provider, address }) => ({
      address: provider !== 'link' || /^\s*https:\/\//i.test(address) ? undefined : t('addressWrong'),
    }),
    explain: refusal,
    send: async ({ provider, address, record, muted }) => {
      const place = provider === 'link' ? { provider, address: address.trim() } : { provider, options: { record, muted } }
      await keepPlace(activity.id, place, meeting.version)
      onClose()
    },
  })
  const { provider, record, muted } = form.values
  return (
    <FormFrame form={form} id="live-address" className="flex flex-wrap items-end gap-3">
      {providers.length > 1 && (
        <Select
          {...form.field('provider')}
          label={t('heldBy')}
          options={providers.map((value) => ({ value, label: t(`provider.${value}`) }))}
          className="basis-full max-w-[360px]"
        />
      )}
      {provider === 'link' ? (
        <TextField
          {...form.field('address')}
          label={t('address')}
          help={t('addressHelp')}
          type="url"
          autoComplete="off"
          maxLength={2000}
          className="min-w-0 flex-1 basis-72"
        />
      ) : (
        <div className="min-w-0 flex-1 basis-72 space-y-2">
          <Checkbox label={t('record')} checked={record} onChange={(value) => form.set({ record: value })} />
          <Checkbox label={t('muted')} checked={muted} onChange={(value) => form.set({ muted: value })} />
        </div>
      )}
      <div className="flex gap-2">
        {(has_address || known !== 'link') && (
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
        )}
        <Button variant="primary" type="submit" busy={form.busy} action="live.address">
          {t('save')}
        </Button>
      </div>
    </FormFrame>
  )
}
