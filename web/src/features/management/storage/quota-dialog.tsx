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
import type { StorageQuota } from './quotas.tsx'

const gib = 1024 ** 3
const refresh = () => invalidate('GET /api/management/storage/quotas')
const write = ({ kind, id }: StorageQuota, amount: number | null, version: number) =>
  call('PUT /api/management/storage/quotas', {
    body: { ...(kind === 'person' ? { person_id: id } : { course_id: id }), bytes: amount, version },
  })

export default function QuotaDialog({ of, onClose }: { of: StorageQuota; onClose: () => void }) {
  const t = useTexts('management-lists')
  const { kind, name, used, quota, own } = of
  const before = own ? quota : null
  // after a refusal the next attempt is against the row of now
  const version = useRef(of.version)
  const form = useForm<{ bytes: number | null }>({
    start: { bytes: before === null ? null : before / gib },
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
          label={t('quota')}
          whenEmpty={t(`quotaEmpty.${kind}`)}
          unit="GB"
          min={0.1}
          max={1_048_576}
          step={0.1}
        />
      </FormFrame>
    </Dialog>
  )
}
