// The description of a course in a card: the text of its settings. Its texts are in outline.json.
import { useId, useState } from 'react'
import { useTexts } from '../../../i18n.ts'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/class-names.ts'

/** Beyond it a text begins folded. */
const longText = 480

/** The text of the course's settings. */
export function AboutCourse({ text }: { text: string }) {
  const t = useTexts('outline')
  const id = useId()
  const [open, setOpen] = useState(false)
  const trimmed = text.trim()
  if (trimmed === '') return null
  const long = trimmed.length > longText || trimmed.split('\n').length > 8
  return (
    <section aria-label={t('about')} className="surface-card p-4">
      <h2 className="mb-1.5 text-section font-semibold">{t('about')}</h2>
      <p id={id} className={classes('max-w-(--measure) text-body break-words whitespace-pre-line', long && !open && 'line-clamp-6')}>
        {trimmed}
      </p>
      {long && (
        <Button variant="link" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)} className="mt-1.5">
          {t(open ? 'less' : 'more')}
        </Button>
      )}
    </section>
  )
}
