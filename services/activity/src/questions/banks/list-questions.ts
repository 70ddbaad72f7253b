// The questions of a bank in a list: by their words, folder, type, tag, owner and use.
import { invalid } from '@lyceum/kit/calls/errors'
import { conditionsOf, limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import type { QuestionRow } from './shapes.ts'
import { useOf, usedSql } from './use.ts'

type Row = Omit<QuestionRow, 'owner' | 'papers' | 'answers' | 'difficulty' | 'updated_at' | 'version'> & {
  owner_id: string | null
  owner_name: string | null
  updated_at: Date
  version: string
  total: number
}

/** A condition over questions `q`, with its values from parameter 1 on. 400 for a condition that there is not. */
export function conditionsSql(bank: string, text: string | undefined): { sql: string; values: unknown[] } {
  const { keyword, folder_id, type, tag, owner_id, used, deleted } = conditionsOf(text, [
    'keyword',
    'folder_id',
    'type',
    'tag',
    'owner_id',
    'used',
    'deleted',
  ])
  const parts = ['q.bank_id = $1']
  const values: unknown[] = [bank]
  const put = (sql: (parameter: string) => string, value: unknown) => parts.push(sql(`$${values.push(value)}`))
  const listOf = (name: string, value: unknown): string[] => {
    const list = typeof value === 'string' ? [value] : value
    if (!Array.isArray(list)) throw invalid({ [`conditions.${name}`]: 'field.type' })
    return list
  }
  const id = (name: string, value: unknown): string => {
    if (typeof value !== 'string' || !/^[0-9a-f-]{36}$/.test(value)) throw invalid({ [`conditions.${name}`]: 'field.format' })
    return value
  }
  const flag = (name: string, value: unknown): boolean => {
    if (typeof value !== 'boolean') throw invalid({ [`conditions.${name}`]: 'field.type' })
    return value
  }
  parts.push(deleted !== undefined && flag('deleted', deleted) ? 'q.deleted_at is not null' : 'q.deleted_at is null')
  if (keyword !== undefined) {
    if (typeof keyword !== 'string') throw invalid({ 'conditions.keyword': 'field.type' })
    for (const pattern of wordPatterns(keyword)) put((parameter) => `q.folded like ${parameter}`, pattern)
  }
  if (folder_id === 'none') parts.push('q.folder_id is null')
  else if (folder_id !== undefined)
    put(
      (parameter) => `q.folder_id in (
        with recursive below as (select ${parameter}::uuid as id union select f.id from bank_folders f join below b on f.parent_id = b.id)
        select id from below)`,
      id('folder_id', folder_id),
    )
  if (type !== undefined) put((parameter) => `q.type = any(${parameter}::text[])`, listOf('type', type))
  if (tag !== undefined) put((parameter) => `q.tags @> ${parameter}::text[]`, listOf('tag', tag))
  if (owner_id !== undefined) put((parameter) => `q.owner_id = ${parameter}::uuid`, id('owner_id', owner_id))
  if (used !== undefined) parts.push(`${flag('used', used) ? '' : 'not '}${usedSql}`)
  return { sql: parts.join(' and '), values }
}

const orders = { updated: 'q.updated_at desc', created: 'q.created_at', title: 'lower(q.title)' }

export async function listQuestions(
  { db }: Pick<Deps, 'db'>,
  bank: string,
  {
    conditions,
    answers = false,
    sort = 'updated',
    ...page
  }: PageQuery & { conditions?: string; answers?: boolean; sort?: keyof typeof orders },
) {
  const { sql, values } = conditionsSql(bank, conditions)
  const { limit, offset } = limits(page)
  // the long texts are read of the page alone
  const found = await rows<Row>(
    db,
    `
    with page as (
      select q.id, count(*) over ()::int as total, row_number() over (order by ${orders[sort]}, q.id) as nth from questions q where ${sql}
      order by nth limit ${limit} offset ${offset})
    select q.id::text, q.bank_id::text, q.folder_id::text, q.stimulus_id::text, q.type, q.title, q.tags, trim_scale(v.points)::text as points, q.n,
      ${answers ? 'v.content, v.key,' : ''}
      left(split_part(q.text, E'\\n', 2), 160) as excerpt, q.version_id::text, q.owner_id::text, p.name as owner_name,
      q.deleted_at is not null as deleted, q.updated_at, q.version::text, page.total
    from page join questions q on q.id = page.id join question_versions v on v.id = q.version_id
    left join mirror.persons p on p.id = q.owner_id and not p.deleted order by page.nth`,
    ...values,
  )
  const use = await useOf(
    db,
    found.map(({ id }) => id),
  )
  return pageOf(
    page,
    found[0]?.total ?? 0,
    found.map(
      ({ total: _, owner_id, owner_name, updated_at, version, ...row }): QuestionRow => ({
        ...row,
        owner: owner_id && owner_name !== null ? { id: owner_id, name: owner_name } : null,
        ...(use.get(row.id) ?? { papers: 0, answers: 0, difficulty: null }),
        updated_at: updated_at.toISOString(),
        version: Number(version),
      }),
    ),
  )
}

/** The ids of a list without some, at most `most`. */
export async function idsOf(
  tx: Tx,
  bank: string,
  conditions: string | undefined,
  except: readonly string[],
  most: number,
): Promise<string[]> {
  const { sql, values } = conditionsSql(bank, conditions)
  const found = await rows<{ id: string }>(
    tx,
    `select q.id::text from questions q where ${sql} and q.id <> all($${values.length + 1}::uuid[]) order by q.id limit ${most}`,
    ...values,
    except,
  )
  return found.map(({ id }) => id)
}
