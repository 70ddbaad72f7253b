// The choice of the colour that a course has in my calendar.
import { Palette } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../client.ts'
import { useTexts } from '../../i18n.ts'
import { refreshCalendar } from '../../parts/calendar/queries.ts'
import { problemText } from '../../parts/errors/problem-text.ts'
import { Button } from '../../ui/button.tsx'
import { type ColourPreset, ColourPresets } from '../../ui/colour-presets.tsx'
import { Popover } from '../../ui/popover.tsx'
import { toast } from '../../ui/toast.tsx'

export function CourseColour({ course, name, chosen }: { course: string; name: string; chosen: string | null }) {
  const t = useTexts('calendar')
  /** Chosen just now: the calendar is read again after it is kept. */
  const [picked, setPicked] = useState<ColourPreset | null>()
  const choose = async (color: ColourPreset | null) => {
    setPicked(color)
    await call('PUT /api/courses/:id/calendar-colour', { params: { id: course }, body: { color } }).catch((failure: unknown) =>
      toast({ text: problemText(failure), error: true }),
    )
    await refreshCalendar()
    setPicked(undefined)
  }
  const shown = picked === undefined ? chosen : picked
  const label = t('colourOf', { course: name })
  return (
    <Popover label={label} width={300} trigger={{ label, icon: Palette, size: 'sm', iconSize: 14 }}>
      {(close) => (
        <div className="space-y-3 p-4">
          <ColourPresets label={label} value={(shown ?? undefined) as ColourPreset | undefined} onChange={(color) => void choose(color)} />
          {shown && (
            <Button
              variant="link"
              onClick={() => {
                close()
                void choose(null)
              }}
            >
              {t('colourUsual')}
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}
