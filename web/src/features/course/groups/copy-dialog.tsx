// Dialog that copies a group set.
import { useId } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { refusal } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/fields/checkbox.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { type GroupSet, refreshGroups } from './queries.ts'

export default function CopyDialog({ set, onClose, onMade }: { set: GroupSet; onClose: () => void; onMade: (id: string) => void }) {
  const t = useTexts('groups')
  const id = useId()
  const form = useForm({
    start: { name: t('copyName', { name: set.name }).slice(0, 100), with_members: true },
    check: ({ name }) => ({ name: name ? undefined : t('nameMissing') }),
    explain: refusal,
    send: async (body) => {
      const copy = await call('POST /api/group-sets/:id/copy', { params: { id: set.id }, body })
      await refreshGroups()
      onMade(copy.id)
      onClose()
    },
  })
  const { value, onChange } = form.field('with_members')
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('copySet')}
      width={416}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form={id} busy={form.busy}>
            {t('copyAct')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id={id}>
        <TextField {...form.field('name')} label={t('name')} maxLength={100} autoFocus />
        <Checkbox label={t('copyPeople')} checked={value} onChange={onChange} />
      </FormFrame>
    </Dialog>
  )
}
