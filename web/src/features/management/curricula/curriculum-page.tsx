// A curriculum, /management/curricula#/{id}: its courses by term, who lacks which of them, and the classes that are enrolled in them.
import { useQuery } from '@tanstack/react-query'
import { useParams, useSearchParams } from 'react-router-dom'
import { CallFailed } from '../../../client.ts'
import { useTexts } from '../../../i18n.ts'
import { Refused } from '../../../parts/base/errors/refused.tsx'
import { paths } from '../../../paths.ts'
import { Segmented } from '../../../ui/fields/segmented.tsx'
import { SkeletonRows } from '../../../ui/states.tsx'
import { ManagementFrame } from '../management-frame.tsx'
import { PartFailed } from '../part-failed.tsx'
import { Classes } from './classes.tsx'
import { type Curriculum, curriculumQuery } from './curricula.ts'
import { CurriculumForm } from './curriculum-form.tsx'
import { Missing } from './missing.tsx'

const parts = ['courses', 'missing', 'classes'] as const
type Part = (typeof parts)[number]

export default function CurriculumPage() {
  const t = useTexts('management')
  const tc = useTexts('curricula')
  const { curriculumId = '' } = useParams()
  // read below, where the page is open to who asks
  const { data } = useQuery({ ...curriculumQuery(curriculumId), enabled: false })
  return (
    <ManagementFrame
      title={data?.name ?? tc('curriculum')}
      back={{ to: paths.curricula(), label: t('entry.curricula') }}
      aside={data && <bdi className="text-text-2">{data.program.name}</bdi>}
    >
      <Read key={curriculumId} id={curriculumId} />
    </ManagementFrame>
  )
}

function Read({ id }: { id: string }) {
  const { data, error, errorUpdatedAt, refetch } = useQuery(curriculumQuery(id))
  if (data) return <Opened curriculum={data} />
  if (!error) return <SkeletonRows rows={8} />
  return error instanceof CallFailed && [400, 403, 404].includes(error.status) ? (
    <Refused error={error} byRole />
  ) : (
    <PartFailed error={error} at={errorUpdatedAt} onRetry={() => void refetch()} />
  )
}

function Opened({ curriculum }: { curriculum: Curriculum }) {
  const t = useTexts('curricula')
  const [params, setParams] = useSearchParams()
  const part = parts.find((one) => one === params.get('part')) ?? 'courses'
  return (
    <div className="space-y-4 pb-16">
      <Segmented<Part>
        label={t('parts')}
        value={part}
        // the search and page of another part mean nothing here
        onChange={(next) => setParams(next === 'courses' ? {} : { part: next }, { preventScrollReset: true })}
        options={parts.map((value) => ({ value, label: t(`part.${value}`) }))}
      />
      {part === 'courses' && <CurriculumForm curriculum={curriculum} />}
      {part === 'missing' && <Missing curriculum={curriculum} />}
      {part === 'classes' && <Classes curriculum={curriculum} />}
    </div>
  )
}
