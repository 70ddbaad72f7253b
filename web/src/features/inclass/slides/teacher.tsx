// Slides for who teaches: a file of a material of the course, shown to everybody page by page.
import { useQuery } from '@tanstack/react-query'
import { ChevronLeft, ChevronRight, MonitorUp } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { definitionOf } from '../../../activity-types.ts'
import { useTexts } from '../../../i18n.ts'
import { activityQuery } from '../../../parts/learning/activity/queries.ts'
import { contentQuery } from '../../../parts/learning/course/queries.ts'
import { Button } from '../../../ui/button.tsx'
import { Select } from '../../../ui/fields/field.tsx'
import { IconButton } from '../../../ui/icon-button.tsx'
import { Empty } from '../../../ui/states.tsx'
import { attemptChange, changeClass, type Shown } from '../queries.ts'
import type { TeacherProps } from '../tools.ts'
import { SlideFile } from './file.tsx'

export default function TeacherSlides({ session: { id, course_id, shown } }: TeacherProps) {
  const t = useTexts('inclass')
  const { data: content } = useQuery(contentQuery(course_id))
  const materials = (content?.activities ?? []).filter(({ type, published }) => definitionOf(type).replaces === 'keeps' && published)
  const [chosen, setChosen] = useState(shown?.activity_id ?? '')
  const activity = chosen || materials[0]?.id || ''
  const { data } = useQuery({ ...activityQuery(activity), enabled: activity !== '' })
  const files = data?.uploads.filter(({ status }) => status === 'ready') ?? []
  const [file, setFile] = useState(shown?.upload_id ?? '')
  const upload = files.some((one) => one.id === file) ? file : (files[0]?.id ?? '')
  const [count, setCount] = useState(0)
  const slides = shown?.view === 'slides' && shown.upload_id ? shown : undefined
  const page = slides?.page ?? 1
  const show = (next: Shown) => void attemptChange(id, () => changeClass(id, { shown: next }))
  const turn = (by: number) => {
    const to = page + by
    if (slides && to >= 1 && (count === 0 || to <= count)) show({ ...slides, page: to })
  }
  const onKey = (event: KeyboardEvent) => {
    if ((event.target as HTMLElement).closest('input, select, textarea')) return
    const by = { ArrowRight: 1, PageDown: 1, ArrowLeft: -1, PageUp: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    turn(by)
  }
  if (content && materials.length === 0) return <Empty title={t('noMaterials')} text={t('noMaterialsText')} />
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the buttons in it
    <div className="space-y-4" onKeyDown={onKey}>
      <div className="flex flex-wrap items-end gap-3">
        <Select
          label={t('slidesOf')}
          className="w-[min(320px,100%)]"
          value={activity}
          onChange={setChosen}
          options={materials.map(({ id: value, title }) => ({ value, label: title }))}
        />
        {files.length > 1 && (
          <Select
            label={t('file')}
            className="w-[min(260px,100%)]"
            value={upload}
            onChange={setFile}
            options={files.map(({ id: value, name }) => ({ value, label: name }))}
          />
        )}
        <Button
          variant={slides ? 'secondary' : 'primary'}
          icon={MonitorUp}
          off={upload === '' ? t('noFile') : undefined}
          onClick={() => show({ view: 'slides', activity_id: activity, upload_id: upload, page: 1 })}
        >
          {t('showSlides')}
        </Button>
      </div>
      {slides && (
        <>
          <div className="flex items-center gap-2">
            <IconButton
              variant="bordered"
              label={t('previousSlide')}
              icon={ChevronLeft}
              off={page <= 1 ? t('firstSlide') : undefined}
              onClick={() => turn(-1)}
            />
            <span role="status" className="tabular px-1">
              {count > 0 ? t('slideOf', { page, pages: count }) : t('slide', { page })}
            </span>
            <IconButton
              variant="bordered"
              label={t('nextSlide')}
              icon={ChevronRight}
              off={count > 0 && page >= count ? t('lastSlide') : undefined}
              onClick={() => turn(1)}
            />
          </div>
          <SlideFile shown={slides} onCount={setCount} />
        </>
      )}
    </div>
  )
}
