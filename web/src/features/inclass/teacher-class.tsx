// A running class for who teaches: the rail of tools, the chosen one, the way to the hall's view, the end. `?tool=` is the chosen tool, `?hall` the view
// of the hall, which follows what is shown and has no doubts in it.
import { LogOut, Maximize, MonitorUp, Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router-dom'
import { useTexts } from '../../i18n.ts'
import { paths } from '../../paths.ts'
import { Button, buttonLook } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialogs/confirm.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { classes } from '../../ui/class-names.ts'
import { dateTime, sentences } from '../../ui/format.ts'
import { toggleFullScreen } from '../../ui/full-screen.ts'
import { Chip } from '../../ui/marks/chip.tsx'
import { SkeletonText } from '../../ui/states.tsx'
import { queryClient } from '../../queries.ts'
import { ClassFrame, RailButton, RailLink } from './class-frame.tsx'
import { attemptChange, changeClass, type ClassState, sessionsOf } from './queries.ts'
import { TimerChip } from './timer/timer-chip.tsx'
import { type Tool, toolOf, tools } from './tools.ts'
import { Welcome } from './welcome.tsx'

type Props = { session: ClassState; name: string }

export function TeacherClass({ session, name }: Props) {
  const t = useTexts('inclass')
  const [params] = useSearchParams()
  const tool = toolOf(params.get('tool')) ?? toolOf(session.shown?.view) ?? tools[0]!
  if (params.has('hall')) return <Hall session={session} name={name} />
  return (
    <ClassFrame
      takesFocus
      course={session.course_id}
      name={name}
      meta={`${session.title} · ${dateTime(session.started_at)}`}
      aside={
        <>
          {tool.id !== 'timer' && <TimerChip timer={session.timer} />}
          <span className="inline-flex items-center gap-2 text-text-2">
            <Users aria-hidden size={18} strokeWidth={1.75} />
            {t('inClass', { count: session.people })}
          </span>
          <a
            href={`${paths.classMode(session.course_id)}?hall`}
            target={`hall-${session.course_id}`}
            title={t('hallHelp')}
            className={classes(buttonLook(), 'max-tablet:hidden')}
          >
            <MonitorUp aria-hidden size={16} strokeWidth={1.75} />
            {t('hall')}
          </a>
          <End session={session} />
        </>
      }
      rail={
        <>
          {tools.map(({ id, icon }) => (
            <RailLink key={id} icon={icon} text={t(`tool.${id}`)} search={`?tool=${id}`} current={tool.id === id} />
          ))}
          <RailButton icon={Maximize} text={t('fullScreen')} onClick={fullScreen} className="mt-auto max-tablet:hidden" />
        </>
      }
    >
      <div className="mb-3 flex min-h-8 flex-wrap items-center gap-3">
        <h2 className="text-section font-semibold">{t(`tool.${tool.id}`)}</h2>
        {tool.shows && <Showing session={session} tool={tool} />}
      </div>
      <Suspense fallback={<SkeletonText lines={6} />}>
        <tool.Teacher key={tool.id} session={session} />
      </Suspense>
    </ClassFrame>
  )
}

const fullScreen = () => toggleFullScreen(document.documentElement)

/** Whether everybody sees the tool, and the way to show it. */
function Showing({ session: { id, shown }, tool }: { session: ClassState; tool: Tool }) {
  const t = useTexts('inclass')
  const [busy, setBusy] = useState(false)
  const show = async (view: Tool['id'] | null) => {
    setBusy(true)
    await attemptChange(id, () => changeClass(id, { shown: view && { view } }))
    setBusy(false)
  }
  if (shown?.view !== tool.id)
    return (
      <Button size="sm" icon={MonitorUp} busy={busy} onClick={() => void show(tool.id)}>
        {t('show')}
      </Button>
    )
  return (
    <>
      <Chip tone="accent" icon={MonitorUp}>
        {t('isShown')}
      </Chip>
      <Button size="sm" variant="quiet" busy={busy} onClick={() => void show(null)}>
        {t('hide')}
      </Button>
    </>
  )
}

function End({ session: { id, course_id, roll_call } }: { session: ClassState }) {
  const t = useTexts('inclass')
  const [open, setOpen] = useState(false)
  const end = async () => {
    const ended = await attemptChange(id, () => changeClass(id, { ended: true }))
    // a refusal would be read behind the dialog
    setOpen(false)
    if (!ended) return
    toast({ text: t('endedNow') })
    await queryClient.invalidateQueries({ queryKey: sessionsOf(course_id).queryKey })
  }
  return (
    <>
      <Button icon={LogOut} onClick={() => setOpen(true)}>
        {t('end')}
      </Button>
      <Confirm
        open={open}
        title={t('endTitle')}
        description={sentences(t('endText'), roll_call !== null && t('endCloses'))}
        confirmLabel={t('end')}
        onConfirm={end}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** The screen of the hall: what is shown to everybody, as large as the window allows. */
function Hall({ session, name }: Props) {
  const t = useTexts('inclass')
  const tool = toolOf(session.shown?.view)
  return (
    <ClassFrame
      course={session.course_id}
      name={name}
      meta={session.title}
      aside={
        <>
          {tool?.id !== 'timer' && <TimerChip timer={session.timer} />}
          <span className="inline-flex items-center gap-2 text-text-2">
            <Users aria-hidden size={18} strokeWidth={1.75} />
            {t('inClass', { count: session.people })}
          </span>
          <Button icon={Maximize} onClick={fullScreen}>
            {t('fullScreen')}
          </Button>
          <Link to={paths.classMode(session.course_id)} className={buttonLook('quiet')}>
            {t('leaveHall')}
          </Link>
        </>
      }
    >
      {tool ? (
        <Suspense fallback={<SkeletonText lines={6} />}>
          <tool.Shown key={tool.id} session={session} hall />
        </Suspense>
      ) : (
        <Welcome session={session} hall />
      )}
    </ClassFrame>
  )
}
