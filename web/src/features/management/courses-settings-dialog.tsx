// Values for several courses at once: only what is chosen here changes in them.
import { useQuery } from '@tanstack/react-query'
import { type CallInput, call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { choices, termsQuery } from '../../parts/learning/course/terms.ts'
import { refusal } from '../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/fields/date-field.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { Select } from '../../ui/fields/field.tsx'
import { FormFrame, useForm } from '../../ui/fields/form.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'

type Body = CallInput<'PUT /api/courses/settings'>['body']

export default function CoursesSettingsDialog({ ids, onClose, onDone }: { ids: string[]; onClose: () => void; onDone: () => void }) {
  const t = useTexts('management')
  const terms = useQuery(termsQuery).data?.terms ?? []
  const form = useForm({
    start: { term_id: '', start_date: '', end_date: '', public_scope: '', allow_clone: '', compulsory: '' },
    explain: refusal,
    send: async (values) => {
      const flags = Object.entries(values).map(([name, value]) => [name, value === 'yes' ? true : value === 'no' ? false : value])
      const chosen = Object.fromEntries(flags.filter(([, value]) => value !== '')) as Partial<Body>
      if (Object.keys(chosen).length === 0) return onClose()
      const { changed } = await call('PUT /api/courses/settings', { body: { course_ids: ids, ...chosen } })
      await invalidate('POST /api/courses', 'GET /api/my-courses', 'GET /api/courses/:id')
      toast({ text: t('coursesChanged', { count: changed }) })
      onDone()
    },
  })
  const as = { value: '', label: t('asItIs') }
  const yesNo = [as, { value: 'yes', label: t('yes') }, { value: 'no', label: t('no') }]
  return (
    <Dialog
      open
      onClose={onClose}
      width={560}
      changed={form.changed}
      title={t('settingsOf', { count: ids.length })}
      description={t('settingsOfText')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" type="submit" form="courses-settings" busy={form.busy}>
            {t('changeCourses')}
          </Button>
        </>
      }
    >
      <FormFrame form={form} id="courses-settings">
        {terms.length > 0 && <Select {...form.field('term_id')} label={t('term')} options={[as, ...choices(terms)]} />}
        <div className="grid gap-4 tablet:grid-cols-2">
          <DateField {...form.field('start_date')} label={t('firstDay')} />
          <DateField {...form.field('end_date')} label={t('lastDay')} />
        </div>
        <Select
          {...form.field('public_scope')}
          label={t('openTo')}
          options={[
            as,
            { value: 'members', label: t('openTo.members') },
            { value: 'organisation', label: t('openTo.organisation') },
            { value: 'public', label: t('openTo.public') },
          ]}
        />
        <Select {...form.field('allow_clone')} label={t('mayCopy')} options={yesNo} />
        <Select {...form.field('compulsory')} label={t('compulsory')} options={yesNo} />
      </FormFrame>
    </Dialog>
  )
}
