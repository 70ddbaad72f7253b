// Slides for everybody: the page that who teaches shows.
import { useTexts } from '../../../i18n.ts'
import type { ShownProps } from '../tools.ts'
import { SlideFile } from './file.tsx'

export default function ShownSlides({ session: { shown } }: ShownProps) {
  const t = useTexts('inclass')
  return (
    <section aria-label={t('tool.slides')}>
      {shown?.upload_id ? <SlideFile shown={shown} /> : <p className="py-16 text-center text-text-2">{t('noSlides')}</p>}
    </section>
  )
}
