// Dialog that puts a survey of the organisation into courses, as one task; it shows how far that is, and what became of each course.
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { TaskProgress } from '../../parts/base/tasks/task-progress.tsx'
import { Banner } from '../../ui/marks/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Switch } from '../../ui/fields/checkbox.tsx'
import { DateTimeField } from '../../ui/fields/date-field.tsx'
import { isLocal, toIso } from '../../ui/dates.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextField } from '../../ui/fields/field.tsx'
import { focusFirstFault } from '../../ui/dialogs/first-fault.ts'

const unread = (value: string) => value !== '' && !isLocal(value, 'datetime')

export function UseTemplateDialog({ template, onClose }: { template: { id: string; title: string }; onClose: () => void }) {
  const t = useTexts('questionnaire')
  const [title, setTitle] = useState(template.title)
  const [keyword, setKeyword] = useState('')
  const [opens, setOpens] = useState('')
  const [closes, setCloses] = useState('')
  const [anonymous, setAnonymous] = useState(true)
  const [published, setPublished] = useState(true)
  const [submitted, setSubmitted] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [task, setTask] = useState<string>()
  const reversed = !unread(opens) && !unread(closes) && opens !== '' && closes !== '' && closes <= opens
  const wrong = title.trim() === '' || unread(opens) || unread(closes) || reversed
  const start = async () => {
    setSubmitted(true)
    setFailure(undefined)
    if (wrong) return focusFirstFault()
    setBusy(true)
    try {
      const started = await call('POST /api/questionnaire-templates/:id/use', {
        params: { id: template.id },
        body: {
          title: title.trim(),
          conditions: JSON.stringify(keyword.trim() ? { keyword: keyword.trim() } : {}),
          start_time: toIso(opens),
          end_time: toIso(closes),
          anonymous,
          published,
        },
      })
      setTask(started.task)
    } catch (error) {
      setFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('useTitle', { title: template.title })}
      width={560}
      changed={!task && (keyword !== '' || opens !== '' || closes !== '')}
      footer={
        <>
          <Button variant="quiet" onClick={onClose}>
            {t(task ? 'close' : 'cancel')}
          </Button>
          {!task && (
            <Button variant="primary" busy={busy} onClick={() => void start()}>
              {t('use')}
            </Button>
          )}
        </>
      }
    >
      <div className="space-y-4 pb-1">
        {task ? (
          <TaskProgress id={task} />
        ) : (
          <>
            <TextField
              label={t('surveyTitle')}
              value={title}
              onChange={setTitle}
              maxLength={200}
              error={submitted && title.trim() === '' ? t('titleNeeded') : undefined}
            />
            <TextField label={t('whichCourses')} whenEmpty={t('whichCoursesHelp')} value={keyword} onChange={setKeyword} maxLength={200} />
            <div className="grid grid-cols-[repeat(auto-fill,minmax(200px,1fr))] items-start gap-4">
              <DateTimeField
                label={t('opensAt')}
                value={opens}
                onChange={setOpens}
                time="00:00"
                error={submitted && unread(opens) ? t('timesUnread') : undefined}
              />
              <DateTimeField
                label={t('closesAt')}
                value={closes}
                onChange={setCloses}
                time="23:59"
                error={submitted && unread(closes) ? t('timesUnread') : submitted && reversed ? t('closeAfterOpen') : undefined}
              />
            </div>
            <Switch label={t('anonymous')} help={t('anonymousHelp')} checked={anonymous} onChange={setAnonymous} />
            <Switch label={t('publishThem')} checked={published} onChange={setPublished} />
          </>
        )}
        {failure !== undefined && (
          <Banner tone="bad" urgent>
            {problemText(failure)}
          </Banner>
        )}
      </div>
    </Dialog>
  )
}
