import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ActivityRow } from '../../parts/course/activity-kinds.ts'
import { call } from '../../client.ts'
import { DraftNote } from '../../parts/drafts/draft-note.tsx'
import { useTexts } from '../../i18n.ts'
import { fieldTexts, problemText } from '../../parts/errors/problem-text.ts'
import { outdate, query } from '../../queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { fromIso } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { focusFirstFault } from '../../ui/first-fault.ts'
import { Bone } from '../../ui/states.tsx'
import { useDraft } from '../../parts/drafts/use-draft.ts'
import { emptyForm, type Form, faultsOf, sharedFields } from './activity-draft.ts'
import { ActivityFields } from './activity-fields.tsx'

type Props = { course: string; activity: ActivityRow; onClose: () => void }

/** Title, dates and criterion of an activity, and the text of a page, which is not in the list and comes first. */
export function EditActivityDialog(props: Props) {
  const t = useTexts('course')
  const page = props.activity.type === 'page'
  const { data, error } = useQuery({
    ...query('GET /api/activities/:id', { params: { id: props.activity.id } }),
    enabled: page,
    staleTime: 0,
  })
  if (!page) return <Editing {...props} body="" />
  if (data) return <Editing {...props} activity={data} body={data.body} />
  return (
    <Dialog open onClose={props.onClose} title={t('editActivity')} width={900}>
      {error ? (
        <Banner tone="bad" urgent>
          {problemText(error)}
        </Banner>
      ) : (
        <Bone className="!h-80" />
      )}
    </Dialog>
  )
}

/** The version it was opened with goes along, so that somebody else's change is not overwritten. */
function Editing({ course, activity: given, body, onClose }: Props & { body: string }) {
  const t = useTexts('course')
  // What was opened stays what is changed, also when a newer state arrives meanwhile.
  const [activity] = useState(given)
  const { type } = activity
  const kept = useDraft<Form>('activity', activity.id, activity.version, {
    ...emptyForm(course),
    title: activity.title,
    start: fromIso(activity.start_time),
    end: fromIso(activity.end_time),
    percent: String(activity.completion_criterion.percent ?? 80),
    forward: activity.forward_seeking,
    body,
  })
  const form = kept.value
  const [before] = useState(form)
  const [tried, setTried] = useState(false)
  const [refused, setRefused] = useState<unknown>()
  const [busy, setBusy] = useState(false)
  const own = faultsOf(form, type)
  const fields = refused ? fieldTexts(refused) : {}
  const faults: Record<string, string | undefined> = { ...fields }
  if (tried) for (const [field, code] of Object.entries(own)) faults[field] = t(code)
  const save = async () => {
    setTried(true)
    if (Object.keys(own).length) return focusFirstFault()
    setBusy(true)
    try {
      await call('PUT /api/activities/:id', {
        params: { id: activity.id },
        body: { ...sharedFields(form, type), ...(type === 'page' && { body: form.body }), version: activity.version },
      })
      await kept.sent()
      await outdate('GET /api/courses/:id/all-activities', 'GET /api/activities/:id', 'GET /api/activities/:id/pictures')
      onClose()
    } catch (error) {
      setRefused(error)
      focusFirstFault()
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('editActivity')}
      width={type === 'page' ? 900 : 560}
      changed={JSON.stringify(form) !== JSON.stringify(before)}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button variant="primary" busy={busy} onClick={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <div className="space-y-4 pb-1">
        <DraftNote kept={kept} show={(was) => [was.title, was.start, was.end].filter(Boolean).join('\n')} />
        <ActivityFields
          type={type}
          form={form}
          change={(part) => {
            kept.change(part)
            setRefused(undefined)
          }}
          faults={faults}
        />
        {refused !== undefined && Object.keys(fields).length === 0 && (
          <Banner tone="bad" urgent>
            {problemText(refused)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
