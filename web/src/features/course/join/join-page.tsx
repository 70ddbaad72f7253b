// Join page, /course/join and /course/join/{accessCode}: the course of an access code, and a button that joins it. Visitors see a course that is
// open to them, and the way to the sign-in, which leads back here.
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type FormEvent, lazy, Suspense, useState } from 'react'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { CallFailed, call } from '../../../client.ts'
import { useOpenQuery } from '../../../session/guest-reads.ts'
import { texts, useTexts } from '../../../i18n.ts'
import { coverOf, openCoverOf } from '../../../parts/learning/course/cover.ts'
import { PageTitle } from '../../../parts/base/page/page-title.tsx'
import { paths } from '../../../paths.ts'
import { fieldTexts, problemText } from '../../../parts/base/errors/problem-text.ts'
import { invalidate } from '../../../queries.ts'
import { sessionQuery, signInAddress } from '../../../session/session.ts'
import { accessCodeIsWhole, cleanAccessCode } from '../../../ui/fields/access-code.ts'
import { Avatar } from '../../../ui/marks/avatar.tsx'
import { Banner } from '../../../ui/marks/banner.tsx'
import { Button, buttonLook } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { CourseCover } from '../../../ui/marks/course-cover.tsx'
import { TextField } from '../../../ui/fields/field.tsx'
import { list, timeWithSeconds } from '../../../ui/format.ts'
import { Bone, Failed } from '../../../ui/states.tsx'
import { JoinNote, joinWord, type Offer } from './join-state.tsx'

const JoinPreview = lazy(() => Promise.all([import('./join-preview.tsx'), texts('kinds')]).then(([module]) => module))

/** Opening the page only shows the course; joining needs the button. */
export default function JoinPage() {
  const { accessCode = '' } = useParams()
  const t = useTexts('course')
  const code = cleanAccessCode(accessCode)
  return (
    <div className="mx-auto w-full max-w-[560px] p-6 max-tablet:p-4">
      <PageTitle title={t('joinCourse')} className="mb-3 font-title text-title font-bold" />
      {accessCode && accessCodeIsWhole(code) ? (
        <CodeLookup key={code} code={code} />
      ) : (
        <CodeForm initialCode={accessCode} initialFault={accessCode ? t('codeRule') : undefined} />
      )}
    </div>
  )
}

/** The field for a code, with its fault. */
function CodeForm({ initialCode, initialFault }: { initialCode: string; initialFault: string | undefined }) {
  const t = useTexts('course')
  const go = useNavigate()
  const [code, setCode] = useState(initialCode)
  const [fault, setFault] = useState(initialFault)
  const open = (event: FormEvent) => {
    event.preventDefault()
    const cleaned = cleanAccessCode(code)
    if (!accessCodeIsWhole(cleaned)) return setFault(t('codeRule'))
    void go(paths.join(cleaned))
  }
  return (
    <form onSubmit={open} className="surface-card space-y-3 p-4">
      <TextField
        label={t('accessCodeShort')}
        value={code}
        onChange={(text) => {
          setCode(text)
          if (fault && accessCodeIsWhole(cleanAccessCode(text))) setFault(undefined)
        }}
        onBlur={() => {
          if (code && !accessCodeIsWhole(cleanAccessCode(code))) setFault(t('codeRule'))
        }}
        error={fault}
        help={t('codeHelp')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={80}
        autoFocus
      />
      <div className="flex justify-end">
        <Button type="submit" variant="primary">
          {t('showCourse')}
        </Button>
      </div>
    </form>
  )
}

function CodeLookup({ code }: { code: string }) {
  const openQuery = useOpenQuery()
  const { data: session } = useSuspenseQuery(sessionQuery)
  const { data, error, errorUpdatedAt, refetch } = useQuery(openQuery('GET /api/course/access-code/:code/validate', { params: { code } }))
  if (error instanceof CallFailed && error.status >= 400 && error.status < 500 && error.status !== 401 && error.status !== 429) {
    return <CodeForm initialCode={code} initialFault={fieldTexts(error).access_code || fieldTexts(error).code || problemText(error)} />
  }
  if (error instanceof CallFailed && error.status === 401) return session ? null : <SignInFirst code={code} />
  if (error && !data) return <Failed title={problemText(error)} at={timeWithSeconds(errorUpdatedAt)} onRetry={() => void refetch()} />
  if (!data)
    return (
      <div className="late surface-card space-y-3 p-4">
        <Bone className="h-24" />
        <Bone className="h-5 w-2/3" />
        <Bone className="w-1/3" />
      </div>
    )
  return <JoinOffer code={code} offer={data} visitor={!session} />
}

/** To a visitor a code tells nothing, but for that of an open course. */
function SignInFirst({ code }: { code: string }) {
  const t = useTexts('course')
  return (
    <div className="surface-card space-y-3 p-4">
      <p className="text-body">{t('signInToSee', { code })}</p>
      <div className="flex justify-end">
        <Link to={signInAddress()} className={buttonLook('primary')}>
          {t('signInToJoin')}
        </Link>
      </div>
    </div>
  )
}

function JoinOffer({ code, offer, visitor }: { code: string; offer: Offer; visitor: boolean }) {
  const { course, organisation, joined, role, join } = offer
  const t = useTexts('course')
  const tm = useTexts('members')
  const go = useNavigate()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setFault(undefined)
    try {
      await work()
      await invalidate('GET /api/my-courses', 'GET /api/course/access-code/:code/validate')
    } catch (error) {
      setFault(fieldTexts(error).access_code ?? problemText(error))
      void invalidate('GET /api/course/access-code/:code/validate')
    }
    setBusy(false)
  }
  const joinNow = () =>
    run(async () => {
      const { waiting } = await call('POST /api/course/join', { body: { access_code: code } })
      if (!waiting) await go(paths.content(course.id))
    })
  const withdraw = () => run(() => call('DELETE /api/courses/:id/join-request', { params: { id: course.id } }))
  const word = joinWord(join.state, tm, t('join'))
  return (
    <>
      <article className="surface-card overflow-hidden">
        <CourseCover
          {...(joined ? coverOf({ ...course, role, course_attributes: course }) : openCoverOf(course))}
          className="block h-24 w-full"
        />
        <div className="p-4">
          <h2 className="font-title text-title font-bold">{course.display_name || course.name}</h2>
          <p className="text-small text-text-2">{[course.course_code, course.semester, organisation.name].filter(Boolean).join(' · ')}</p>
          {course.instructors.length > 0 && (
            <p className="mt-3 flex items-center gap-2 text-small">
              <span className="flex -space-x-1.5">
                {course.instructors.slice(0, 3).map((instructor) => (
                  <Avatar key={instructor.id} id={instructor.id} name={instructor.name} src={instructor.avatar} size={24} />
                ))}
              </span>
              {list(course.instructors.map((instructor) => instructor.name))}
            </p>
          )}
          <JoinNote offer={offer} />
          {fault && (
            <div className="mt-3">
              <Banner tone="bad" urgent>
                {fault}
              </Banner>
            </div>
          )}
          <div className="mt-4 flex flex-wrap items-center justify-end gap-3">
            {joined && <span className="flex-1 text-small text-text-2">{t('joinedAlready')}</span>}
            {joined && (
              <Button variant="primary" onClick={() => void go(paths.content(course.id))}>
                {t('openCourse')}
              </Button>
            )}
            {join.state === 'waiting' && (
              <Button busy={busy} onClick={() => void withdraw()}>
                {tm('stopWaiting')}
              </Button>
            )}
            {word && visitor && (
              <Link to={signInAddress()} className={classes(buttonLook('primary', 'lg'), 'max-tablet:w-full')}>
                {t('signInToJoin')}
              </Link>
            )}
            {word && !visitor && (
              <Button
                variant="primary"
                size="lg"
                className="max-tablet:w-full"
                busy={busy}
                action="course.join"
                onClick={() => void joinNow()}
              >
                {word}
              </Button>
            )}
          </div>
        </div>
      </article>
      {course.open && !joined && (
        <Suspense>
          <JoinPreview course={course.id} />
        </Suspense>
      )}
    </>
  )
}
