// The dialog of a decision: what an agreed request makes can be put right first; a rejection needs its reason, which the person reads. There is no way back.
import { CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { problemText, refusal } from '../../../parts/base/errors/problem-text.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialogs/dialog.tsx'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { Select, TextArea, TextField } from '../../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../../ui/fields/form.tsx'
import { NumberField } from '../../../ui/fields/number-field.tsx'
import { DepartmentField, type Unit } from '../units/unit-fields.tsx'
import { type Decider, decide, type OrgRequest, refreshDecided, refreshRequests } from './queries.ts'

const gib = 1024 ** 3
const joinRoles = ['student', 'instructor', 'faculty'] as const

type Values = { reason: string; role: (typeof joinRoles)[number]; user_no: string; department_id: Unit; storage_quota: number | null }
type DecisionDialogProps = { request: OrgRequest; decision: 'agree' | 'reject'; decider: Decider; onClose: () => void }

export default function DecisionDialog({ request, decision, decider, onClose }: DecisionDialogProps) {
  const t = useTexts('requests')
  const to = useTexts('organisation')
  const { id, kind, person, version } = request
  const agrees = decision === 'agree'
  const form = useForm<Values>({
    start: {
      reason: '',
      role: request.role ?? 'student',
      user_no: request.user_no,
      department_id: request.department,
      storage_quota: request.storage_quota === null ? null : request.storage_quota / gib,
    },
    check: ({ reason, storage_quota }) => ({
      reason: agrees || reason.trim() ? undefined : t('reasonMissing'),
      storage_quota: agrees && kind === 'storage' && !storage_quota ? t('storageMissing') : undefined,
    }),
    explain: refusal,
    send: async ({ reason, role, user_no, department_id, storage_quota }) => {
      try {
        await decide(decider, id, {
          decision,
          version,
          ...(reason.trim() && { reason: reason.trim() }),
          ...(agrees && kind === 'join' && { role, user_no: user_no.trim(), department_id: department_id?.id ?? null }),
          ...(agrees && kind === 'storage' && { storage_quota: Math.round((storage_quota ?? 0) * gib) }),
        })
      } catch (failure) {
        if (!(failure instanceof CallFailed) || failure.status !== 409) throw failure
        await refreshRequests()
        // a colleague has decided, or its person has withdrawn it: nothing is left to decide here
        if (!failure.problem.code.startsWith('orgRequest.')) throw failure
        toast({ text: problemText(failure), error: true })
        onClose()
        return
      }
      toast({ text: t(agrees ? 'agreed' : 'rejected', { name: person.name }) })
      onClose()
      await (agrees ? refreshDecided() : refreshRequests())
    },
  })
  const title = t(agrees ? 'agreeTitle' : 'rejectTitle', { name: person.name })
  return (
    <Dialog
      open
      onClose={onClose}
      width={416}
      changed={form.changed}
      title={title}
      description={t(agrees ? `agreeHelp.${kind}` : 'rejectHelp')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="decision" busy={form.busy}>
            {t(agrees ? 'agree' : 'reject')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="decision">
        {agrees && kind === 'join' && (
          <>
            <Select {...form.field('role')} label={t('role')} options={joinRoles.map((value) => ({ value, label: to(`role.${value}`) }))} />
            <TextField {...form.field('user_no')} label={t('number')} help={t('numberHelp')} whenEmpty={t('noNumber')} maxLength={50} />
            <DepartmentField {...form.field('department_id')} label={t('department')} none={t('noDepartment')} />
          </>
        )}
        {agrees && kind === 'storage' && (
          <NumberField {...form.field('storage_quota')} label={t('storage')} unit="GB" min={0.1} max={1_048_576} step={0.1} />
        )}
        <TextArea {...form.field('reason')} label={t(agrees ? 'note' : 'reason')} rows={3} maxLength={1000} autoFocus={!agrees} />
      </FormFrame>
    </Dialog>
  )
}
