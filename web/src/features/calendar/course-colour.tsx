// The choice of the colour that a course has in my calendar.
import { Palette } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import type { Item } from '../../parts/learning/calendar/items.ts'
import { dotStyle } from '../../parts/learning/calendar/look.ts'
import { refreshCalendar } from '../../parts/learning/calendar/queries.ts'
import { problemText } from '../../parts/base/errors/problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { type ColourPreset, ColourPresets } from '../../ui/fields/colour-presets.tsx'
import { Popover } from '../../ui/menus/popover.tsx'
import { toast } from '../../ui/dialogs/toast.tsx'
import { type Chosen, coursesOf } from './courses-of.ts'

export const CourseDot = ({ id, colour, pattern }: Chosen) => (
  <span
    aria-hidden
    className="mt-1.5 size-3 shrink-0 rounded-mark"
    style={dotStyle({ courseId: id, courseColor: colour, coursePattern: pattern, color: null })}
  />
)

/** `hideName`: the name of the course stands above. */
function Choice({ course, hideName = false, onUsual }: { course: Chosen; hideName?: boolean; onUsual: () => void }) {
  const t = useTexts('calendar')
  /** Chosen just now: the calendar is read again after it is kept. */
  const [picked, setPicked] = useState<ColourPreset | null>()
  const choose = async (color: ColourPreset | null) => {
    setPicked(color)
    await call('PUT /api/courses/:id/calendar-colour', { params: { id: course.id }, body: { color } }).catch((failure: unknown) =>
      toast({ text: problemText(failure), error: true }),
    )
    await refreshCalendar()
    setPicked(undefined)
  }
  const shown = picked === undefined ? course.colour : picked
  return (
    <>
      <ColourPresets
        label={t('colourOf', { course: course.name })}
        hideLabel={hideName}
        value={(shown ?? undefined) as ColourPreset | undefined}
        onChange={(color) => void choose(color)}
      />
      {shown && (
        <Button
          variant="link"
          onClick={() => {
            onUsual()
            void choose(null)
          }}
        >
          {t('colourUsual')}
        </Button>
      )}
    </>
  )
}

export function CourseColour({ course }: { course: Chosen }) {
  const t = useTexts('calendar')
  const label = t('colourOf', { course: course.name })
  return (
    <Popover label={label} width={300} trigger={{ label, icon: Palette, size: 'sm', iconSize: 14, className: '-my-1' }}>
      {(close) => (
        <div className="space-y-3 p-4">
          <Choice course={course} onUsual={close} />
        </div>
      )}
    </Popover>
  )
}

/** The colours of all courses behind a button, where there is no room for them beside the calendar. */
export function ColoursButton({ items }: { items: readonly Item[] }) {
  const t = useTexts('calendar')
  const courses = coursesOf(items)
  if (courses.length === 0) return null
  const label = t('courseColours')
  return (
    <Popover label={label} width={320} trigger={{ label, icon: Palette }}>
      {(close) => (
        <ul className="space-y-4 overflow-y-auto p-4">
          {courses.map((course) => (
            <li key={course.id}>
              <span aria-hidden className="mb-1 flex items-start gap-2 text-body font-medium">
                <CourseDot {...course} />
                <span className="min-w-0 flex-1 wrap-break-word">{course.name}</span>
              </span>
              <Choice course={course} hideName onUsual={close} />
            </li>
          ))}
        </ul>
      )}
    </Popover>
  )
}
