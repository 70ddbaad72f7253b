// The form that opens a roll call: by number, by QR code or by hand alone, for so many minutes, late after so many.
import { UserRoundCheck } from 'lucide-react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Field } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { attemptChange, readAgain, showNow } from '../queries.ts'

const longest = 240
type Values = { number: boolean; qr: boolean; minutes: number | null; late_after: number | null }

export function OpenForm({ session, again }: { session: string; again: boolean }) {
  const t = useTexts('inclass')
  const isSpan = (value: number | null) => value !== null && value >= 1 && value <= longest
  const form = useForm<Values>({
    start: { number: true, qr: true, minutes: 5, late_after: null },
    check: ({ minutes, late_after }) => ({
      minutes: isSpan(minutes) ? undefined : t('minutesBetween', { most: longest }),
      late_after: late_after === null || isSpan(late_after) ? undefined : t('minutesBetween', { most: longest }),
    }),
    send: async ({ number, qr, minutes, late_after }) => {
      const ways = [...(number ? (['number'] as const) : []), ...(qr ? (['qr'] as const) : [])]
      await call('POST /api/class-sessions/:id/roll-calls', {
        params: { id: session },
        body: { ways: ways.length > 0 ? ways : ['hand'], minutes: minutes ?? 5, late_after },
      })
      await attemptChange(session, () => showNow(session, 'roll_call'))
      await readAgain(session)
    },
    explain: refusal,
  })
  const { number, qr } = form.values
  return (
    <FormFrame
      form={form}
      className="max-w-[520px] space-y-4"
      footer={
        <Button type="submit" variant="primary" size="lg" icon={UserRoundCheck} busy={form.busy}>
          {t(again ? 'openAgain' : 'openCall')}
        </Button>
      }
    >
      <Field group label={t('ways')} help={number || qr ? t('waysHelp') : t('byHandAlone')}>
        {() => (
          <div className="flex flex-wrap gap-x-6 gap-y-1">
            <Checkbox label={t('way.number')} checked={number} onChange={(on) => form.set({ number: on })} />
            <Checkbox label={t('way.qr')} checked={qr} onChange={(on) => form.set({ qr: on })} />
          </div>
        )}
      </Field>
      <div className="flex flex-wrap gap-4">
        <NumberField label={t('openMinutes')} {...form.field('minutes')} min={1} max={longest} className="w-44" />
        <NumberField
          label={t('lateAfter')}
          {...form.field('late_after')}
          whenEmpty={t('nobodyLate')}
          min={1}
          max={longest}
          className="w-56"
        />
      </div>
    </FormFrame>
  )
}
