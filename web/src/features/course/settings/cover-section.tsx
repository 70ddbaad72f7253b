// The cover of a course: a picture of the teacher's, or a drawn pattern in a hue. A choice is saved at once and can be taken back.
import { ImageUp, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { call } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { coverOf } from '../../../parts/learning/course/cover.ts'
import { courseQuery } from '../../../parts/learning/course/queries.ts'
import { problemText } from '../../../parts/base/errors/problem-text.ts'
import { Section } from '../../../parts/base/page/section.tsx'
import { uploadTextFile } from '../../../parts/base/rich-text/pictures.ts'
import { invalidate, queryClient } from '../../../queries.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'
import { CourseCover, coverNumber, coverOfId, patternCount } from '../../../ui/marks/course-cover.tsx'
import { hues } from '../../../ui/marks/hue.ts'
import { toast } from '../../../ui/dialogs/toast.tsx'
import type { Course } from '../frame/queries.ts'
import { coverPicture } from './cover-picture.ts'
import { listsOfCourses } from './fields-form.tsx'

type Cover = Partial<Pick<Course, 'cover_upload_id' | 'cover_pattern'>>

export default function CoverSection({ course }: { course: Course }) {
  const t = useTexts('course-settings')
  const file = useRef<HTMLInputElement>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  // shown while it is being saved
  const [chosen, setChosen] = useState<number>()
  const write = async (body: Cover) => {
    queryClient.setQueryData(courseQuery(course.id).queryKey, await call('PUT /api/courses/:id', { params: { id: course.id }, body }))
    void invalidate(...listsOfCourses)
  }
  const save = async (work: () => Promise<Cover>) => {
    if (busy) return
    setBusy(true)
    setProblem('')
    const { cover_upload_id, cover_pattern } = course
    try {
      const next = await work()
      await write(next)
      const before: Cover = next.cover_upload_id === undefined ? { cover_pattern } : { cover_upload_id }
      const undo = () => write(before).catch((error: unknown) => toast({ text: problemText(error), error: true }))
      toast({ text: t('coverSaved'), undo: () => void undo() })
    } catch (error) {
      setProblem(error instanceof Error && error.message !== '' && !('problem' in error) ? error.message : problemText(error))
    } finally {
      setBusy(false)
      setChosen(undefined)
    }
  }
  const draw = (cover_pattern: number) => {
    setChosen(cover_pattern)
    void save(async () => ({ cover_pattern }))
  }
  const choose = (chosen: File) =>
    void save(async () => {
      const picture = await coverPicture(chosen).catch(() => {
        throw new Error(t('coverUnread'))
      })
      return { cover_upload_id: await uploadTextFile(picture, () => {}) }
    })
  // a cover is one number for its pattern and hue
  const number = chosen ?? course.cover_pattern ?? coverOfId(course.id)
  const [pattern, hue] = [Math.floor(number / hues.length), number % hues.length]
  return (
    <Section title={t('cover')} help={t('coverHelp')}>
      <div className="surface-card space-y-4 p-5 max-tablet:p-4">
        <CourseCover {...coverOf({ ...course, cover_pattern: number })} className="block h-28 w-full rounded-tile" />
        <div className="flex flex-wrap gap-2">
          <Button icon={ImageUp} busy={busy} onClick={() => file.current?.click()}>
            {t(course.cover_upload_id ? 'coverReplace' : 'coverUpload')}
          </Button>
          {course.cover_upload_id && (
            <Button variant="quiet" icon={Trash2} onClick={() => void save(async () => ({ cover_upload_id: null }))}>
              {t('coverRemove')}
            </Button>
          )}
          <input
            ref={file}
            type="file"
            accept="image/*"
            aria-label={t('coverChoose')}
            hidden
            onChange={({ target }) => {
              const [chosen] = target.files ?? []
              target.value = ''
              if (chosen) choose(chosen)
            }}
          />
        </div>
        {problem && (
          <p role="alert" className="text-caption text-bad-text">
            {problem}
          </p>
        )}
        {!course.cover_upload_id && (
          <>
            <Choice
              label={t('coverPattern')}
              count={patternCount}
              value={pattern}
              name={(n) => t(`pattern.${n}` as 'pattern.0')}
              number={(n) => coverNumber(n, hue)}
              onChoose={(n) => draw(coverNumber(n, hue))}
            />
            <Choice
              label={t('coverHue')}
              count={hues.length}
              value={hue}
              name={(n) => t(`hue.${n}` as 'hue.0')}
              number={(n) => coverNumber(pattern, n)}
              onChoose={(n) => draw(coverNumber(pattern, n))}
            />
          </>
        )}
      </div>
    </Section>
  )
}

/** Radio buttons over patterns or hues, each a small cover; `number` is the cover of a choice. */
function Choice({
  label,
  count,
  value,
  name,
  number,
  onChoose,
}: {
  label: string
  count: number
  value: number
  name: (n: number) => string
  number: (n: number) => number
  onChoose: (n: number) => void
}) {
  return (
    <fieldset>
      <legend className="mb-1 text-body font-medium">{label}</legend>
      <div className="flex flex-wrap gap-2">
        {Array.from({ length: count }, (_, n) => (
          <label
            key={n}
            className={classes(
              'relative rounded-tile border-2 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              n === value ? 'border-accent' : 'border-transparent',
            )}
          >
            <input
              type="radio"
              name={label}
              checked={n === value}
              aria-label={name(n)}
              onChange={() => onChoose(n)}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
            />
            <CourseCover id="" pattern={number(n)} className="block size-11 rounded-control" />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
