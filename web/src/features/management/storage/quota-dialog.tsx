// The dialog that sets what a person or a course may keep; an empty field takes the quota away.
import { useRef } from 'react'
import { call, CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { bytes } from '../../../ui/format.ts'
import { isNewer, rowRefusal } from '../row-form.tsx'
import { gib, leastGib, mostGib, quotaFault } from './quota-values.ts'
import type { StorageQuota } from './quotas.tsx'

const refresh = () => invalidate('GET /api/management/storage/quotas')
const write = ({ kind, id }: StorageQuota, amount: number | null, version: number) =>
  call('PUT /api/management/storage/quotas', {
    body: { ...(kind === 'person' ? { person_id: id } : { course_id: id }), bytes: amount, version },
  })

export default function QuotaDialog({ of, onClose }: { of: StorageQuota; onClose: () => void }) {
  const t = useTexts('management-lists')
  const tu = useTexts('ui')
  const { kind, name, used, quota, own } = of
  const before = own ? quota : null
  // after a refusal the next attempt is against the row of now
  const version = useRef(of.version)
  const start = before === null ? null : before / gib
  const typed = useRef(start === null ? '' : String(start))
  const form = useForm<{ bytes: number | null }>({
    start: { bytes: start },
    // an empty field takes the quota away, so a text that cannot be read must not pass for one
    check: ({ bytes: amount }) => {
      const fault = amount !== null && amount === start ? undefined : quotaFault(amount, typed.current)
      return { bytes: fault && (fault === 'unreadable' ? tu('numberNeeded') : tu('numberBetween', { min: leastGib, max: mostGib })) }
    },
    explain: rowRefusal,
    send: async ({ bytes: amount }) => {
      try {
        const changed = await write(of, amount === null ? null : Math.round(amount * gib), version.current)
        toast({
          text: t('quotaSaved', { name }),
          undo: () =>
            void write(of, before, changed.version).then(refresh, (failure) => toast({ text: problemText(failure), error: true })),
        })
      } catch (failure) {
        if (failure instanceof CallFailed && isNewer(failure)) {
          version.current = Number(failure.problem.params.version)
          await refresh()
        }
        throw failure
      }
      onClose()
      await refresh()
    },
  })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={t('setQuotaOf', { name })}
      description={t('quotaHelp', { used: bytes(used) })}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="quota" busy={form.busy}>
            {t('save')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="quota">
        <NumberField
          {...form.field('bytes')}
          onText={(text) => {
            typed.current = text
          }}
          label={t('quota')}
          whenEmpty={t(`quotaEmpty.${kind}`)}
          unit="GB"
          min={leastGib}
          max={mostGib}
          step={0.1}
        />
      </FormFrame>
    </Dialog>
  )
}
