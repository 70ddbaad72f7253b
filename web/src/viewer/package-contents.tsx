// Contents of a package of lessons beside its download: its title, its edition and its items, or why it cannot be played.
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../i18n.ts'
import { query } from '../queries.ts'
import { SkeletonText } from '../ui/states.tsx'
import { usePackageFault } from './package-faults.ts'

/** Milliseconds between two looks at a package that is being checked. */
const checkInterval = 3000
const editions = { scorm12: 'SCORM 1.2', scorm2004: 'SCORM 2004' }

export default function PackageContents({ upload, grant }: { upload: string; grant: string }) {
  const t = useTexts('packages')
  const faultText = usePackageFault()
  const { data, error } = useQuery({
    ...query('GET /api/uploads/scorm/:id', { params: { id: upload }, query: { grant } }),
    refetchInterval: ({ state }) => (state.data?.status_code === 'opening' ? checkInterval : false),
  })
  // the file is there all the same
  if (error && !data) return null
  if (!data) return <SkeletonText />
  if (data.status_code !== 'ready')
    return (
      <div role="status" className="text-small">
        <p className="font-medium">{t(data.status_code === 'failed' ? 'unusable' : 'checking')}</p>
        {data.status_code === 'failed' && <p className="text-text-2">{faultText(data.message ?? 'package.broken')}</p>}
      </div>
    )
  const depthOf = (id: string): number => {
    const parent = data.items.find((item) => item.id === id)?.parent
    return parent ? 1 + depthOf(parent) : 0
  }
  return (
    <section aria-label={t('contents')} className="w-full text-left text-small">
      <p className="font-medium wrap-anywhere">{data.title}</p>
      <p className="text-text-2">{data.kind && editions[data.kind]}</p>
      <ol className="mt-1 max-h-60 overflow-y-auto" tabIndex={0} aria-label={t('contents')}>
        {data.items.map(({ id, title }) => (
          <li key={id} style={{ paddingInlineStart: Math.min(6, depthOf(id)) * 16 }} className="wrap-anywhere">
            {title}
          </li>
        ))}
      </ol>
    </section>
  )
}
