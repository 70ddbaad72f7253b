// The address of a live lecture for who teaches: written and changed here, never shown again.
import { Check } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { refusal } from '../../base/errors/problem-text.ts'
import type { Activity } from '../course/content.ts'
import { keepAddress, type Meeting } from './queries.ts'

export function AddressCard({ activity, meeting }: { activity: Activity; meeting: Meeting }) {
  const t = useTexts('live')
  const [changing, setChanging] = useState(!meeting.has_address)
  return (
    <section aria-label={t('address')} className="surface-card p-4">
      {!meeting.keepable ? (
        <p className="text-small text-text-2">{t('noKeys')}</p>
      ) : changing ? (
        <AddressForm activity={activity} meeting={meeting} onClose={() => setChanging(false)} />
      ) : (
        <div className="flex flex-wrap items-center gap-3">
          <p className="flex min-w-0 flex-1 basis-48 items-center gap-2">
            <Check aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-ok-text" />
            <span>
              {t('addressSaved')} <span className="text-small text-text-2">{t('addressHelp')}</span>
            </span>
          </p>
          <Button onClick={() => setChanging(true)}>{t('change')}</Button>
        </div>
      )}
    </section>
  )
}

function AddressForm({ activity, meeting, onClose }: { activity: Activity; meeting: Meeting; onClose: () => void }) {
  const t = useTexts('live')
  const form = useForm({
    start: { address: '' },
    check: ({ address }) => ({ address: /^\s*https:\/\//i.test(address) ? undefined : t('addressWrong') }),
    explain: refusal,
    send: async ({ address }) => {
      await keepAddress(activity.id, address.trim(), meeting.version)
      onClose()
    },
  })
  return (
    <FormFrame form={form} id="live-address" className="flex flex-wrap items-end gap-3">
      <TextField
        {...form.field('address')}
        label={t('address')}
        help={t('addressHelp')}
        type="url"
        autoComplete="off"
        maxLength={2000}
        className="min-w-0 flex-1 basis-72"
      />
      <div className="flex gap-2">
        {meeting.has_address && (
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
