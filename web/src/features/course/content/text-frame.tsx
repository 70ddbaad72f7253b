// Frame in which a text is written: the state of its draft and the way to save it at the top, title and text at reading width, settings beside.
import { Suspense, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { activityHref, type CreatableType, definitionOf } from '../../../activity-types.ts'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import type { Activity } from '../../../parts/learning/course/content.ts'
import { DraftNote } from '../../../parts/base/drafts/draft-note.tsx'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { setFocusPath } from '../../../parts/base/page/page-title.tsx'
import { pictureSource } from '../../../parts/base/rich-text/picture-sources.ts'
import { TextLeave } from '../../../parts/base/rich-text/text-leave.tsx'
import { uploadTextFile } from '../../../parts/base/rich-text/pictures.ts'
import { paths } from '../../../paths.ts'
import { invalidate } from '../../../queries.ts'
import { focusFirstFault } from '../../../ui/dialogs/first-fault.ts'
import { useFocusAfter } from '../../../ui/dialogs/return-focus.ts'
import { RichTextEditor } from '../../../ui/editor/rich-text-editor.tsx'
import type { OnTheirWay } from '../../../ui/editor/editor-uploads.ts'
import { showWaiting } from '../../../parts/learning/course/content-changes.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import { type ActivityForm, changeOf, draftOf, emptyForm, faultsOf } from '../../../parts/learning/writing/activity-form.ts'
import type { Course } from '../frame/queries.ts'
import { TextBar } from './text-bar.tsx'
import { TextSettings } from './text-settings.tsx'
import { TextNotes } from '../../../parts/learning/writing/text-notes.tsx'
import { plainText, writtenIn } from '../../../parts/learning/forms/text-offers.ts'
import { TitleField } from './title-field.tsx'
import { useTypeForm } from '../../../parts/learning/writing/type-form.ts'
import type { TextDraft } from '../../../parts/learning/writing/use-autosave.ts'
import { useWriting } from '../../../parts/learning/writing/use-writing.ts'
import { laterDialog } from '../../../ui/dialogs/later-dialog.tsx'

const TextHistory = laterDialog(() => import('../../../parts/learning/activity/text-history.tsx'))

/** `activity` is missing while it is being made; `draft` is the writer's own at the server. */
export function TextFrame({
  course,
  type,
  activity: latest,
  draft,
  module,
  onReopen,
}: {
  course: Course
  type: CreatableType
  activity?: Activity
  draft: TextDraft | null
  module: string
  onReopen?: () => void
}) {
  const t = useTexts('course')
  const say = useTexts('writing')
  const navigate = useNavigate()
  const typeForm = useTypeForm(type)
  const { activity, base, form, versions, state, note, compareWindows, ...writing } = useWriting({
    course: course.id,
    kind: type,
    type: typeForm,
    activity: latest,
    draft,
    first: () => emptyForm(module, typeForm),
    unsentAs: { byItself: true },
  })
  const [submitted, setSubmitted] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  /** It is being saved as it is: what is typed now would be lost. */
  const [busy, setBusy] = useState(false)
  useFocusAfter(busy)
  const [history, setHistory] = useState(false)
  const [files, setFiles] = useState<OnTheirWay>({ sending: 0, failed: 0 })
  /** Save was pressed while a picture was on its way; saving follows as soon as it has arrived. */
  const [queued, setQueued] = useState<{ published: boolean }>()
  const settings = useRef<HTMLElement>(null)
  const text = useRef<HTMLDivElement>(null)
  // the title takes the focus, not the heading that names the page
  useLayoutEffect(() => setFocusPath(undefined), [])

  const formFaults = faultsOf(form, typeForm)
  const fields = failure ? fieldTexts(failure) : {}
  const faults: Record<string, string | undefined> = { ...fields }
  if (submitted) for (const [field, code] of Object.entries(formFaults)) if (code) faults[field] = t(code)
  const change = (part: Partial<ActivityForm>) => {
    writing.change(part)
    setFailure(undefined)
  }
  const back = activity ? activityHref(activity) : paths.content(course.id)

  const save = async (published: boolean) => {
    setSubmitted(true)
    setQueued(undefined)
    if (Object.keys(formFaults).length || files.failed > 0) return focusFirstFault()
    if (files.sending > 0) return setQueued({ published })
    setBusy(true)
    try {
      let written: Activity | undefined
      const send = async (version: number) => {
        written = activity
          ? await call('PUT /api/activities/:id', {
              params: { id: activity.id },
              body: {
                ...changeOf(form, typeForm),
                ...(form.module !== base.module && { module_id: form.module || null }),
                ...(published && { published }),
                version,
              },
            })
          : await call('POST /api/courses/:id/activities', {
              params: { id: course.id },
              body: draftOf({ ...form, publish: published }, type, typeForm, []),
            })
      }
      if (!(await writing.save(send)) || !written) return setBusy(false)
      // it is made already: a failure after that makes no second one
      if (!activity) await typeForm.made?.(form.own, written).catch((error: unknown) => toast({ text: problemText(error), error: true }))
      await invalidate('GET /api/courses/:id/content', 'GET /api/activities/:id', 'GET /api/activities/:id/pictures')
      const now = published && !activity?.published
      if (!now || !showWaiting(course.id, t('publishedWaits', { count: 1 })))
        toast({ text: say(now ? 'published' : activity ? 'saved' : 'added', { title: form.title }) })
      const questions = activity ? undefined : definitionOf(type).asking?.(course.id, written.id)
      await navigate(questions ?? activityHref(written), { replace: true })
    } catch (error) {
      setFailure(error)
      setBusy(false)
      focusFirstFault()
    }
  }
  const saveQueued = useEffectEvent(() => queued && void save(queued.published))
  useEffect(() => {
    if (files.sending === 0) saveQueued()
  }, [files.sending])
  const compare =
    compareWindows &&
    (() => {
      setFailure(undefined)
      compareWindows().catch(setFailure)
    })
  const others = Object.entries(fields).filter(([field]) => !(field in base) && !typeForm.fields.includes(field))
  const label = t(typeForm.text ?? 'text')
  return (
    <>
      <TextBar
        back={back}
        course={course}
        title={form.title || t(`new.${type}`)}
        activity={activity}
        state={state}
        busy={busy || queued !== undefined}
        asks={typeForm.asks}
        onHistory={() => setHistory(true)}
        onSettings={() => settings.current?.scrollIntoView({ block: 'start' })}
        onSave={(published) => void save(published)}
      />
      <div className="flex flex-1 bg-surface max-small:flex-col">
        <div inert={busy} className="min-w-0 flex-1">
          <div className="mx-auto max-w-[calc(var(--measure)+128px)] px-16 pt-8 pb-24 max-tablet:px-4 max-tablet:pt-4 max-tablet:pb-8">
            <div className="space-y-3 not-empty:mb-4">
              {versions}
              <DraftNote
                draft={{ ...note.draft, savedAt: undefined }}
                show={(value) => plainText(writtenIn(value))}
                compare={note.compare}
              />
              <TextNotes
                onCompare={compare}
                missing={submitted ? files.failed : 0}
                failure={others.length > 0 || Object.keys(fields).length === 0 ? failure : undefined}
                fault={others[0]?.[1]}
              />
            </div>
            <TitleField
              value={form.title}
              onChange={(title) => change({ title })}
              error={faults.title}
              onLeave={() => text.current?.querySelector<HTMLElement>('[contenteditable]')?.focus()}
            />
            <div ref={text}>
              <RichTextEditor
                whole
                hideLabel
                label={label}
                value={writtenIn(form).body}
                onChange={(body) => change({ own: { ...form.own, body } })}
                error={faults.body}
                uploadFile={uploadTextFile}
                onFiles={setFiles}
                placeholder={say('placeholder')}
                pictureSource={pictureSource}
                minHeight={320}
              />
            </div>
          </div>
        </div>
        <aside
          ref={settings}
          inert={busy}
          aria-label={say('settings')}
          className="w-[340px] shrink-0 scroll-mt-16 border-l border-line p-5 max-small:w-full max-small:border-t max-small:border-l-0"
        >
          <TextSettings
            kind={type}
            course={course.id}
            activity={activity?.id}
            type={typeForm}
            form={form}
            change={change}
            faults={faults}
          />
        </aside>
      </div>
      <TextLeave files={files} />
      {history && activity && (
        <Suspense>
          <TextHistory activity={activity} onRestored={() => onReopen?.()} onClose={() => setHistory(false)} />
        </Suspense>
      )}
    </>
  )
}
