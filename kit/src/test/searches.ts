// The table of searches: texts, what is sought in them, and whether they are found. Every search of a service and every filter of the page keeps it.

export type Search = {
  text: string
  sought: string
  found: boolean
  /** It stands within a Latin word or between signs, which an index of words does not know. */
  within?: true
}
const row = (text: string, sought: string, found = true): Search => ({ text, sought, found })
const within = (text: string, sought: string, found = true): Search => ({ text, sought, found, within: true })

export const searches: readonly Search[] = [
  row('María García-Núñez', 'garcia'),
  row('María García-Núñez', 'nunez maria'),
  row('María García-Núñez', 'GARCÍA-NÚÑEZ'),
  row('María García-Núñez', 'garcía lópez', false),
  row("Sean O'Brien", 'O’Brien'),
  row('Sean O’Brien', "o'brien sean"),
  row('Sean O´Brien', 'o`brien'),
  within('Hauptstraße 5', 'strasse'),
  row('Straße der Wörter', 'strasse worter'),
  row('STRASSE', 'straße'),
  row('Łódź and Ærø', 'lodz aero'),
  row('İstanbul, ışık', 'istanbul isik'),
  row('Nguyễn Thị Đào', 'nguyen dao'),
  row('PHY-101 Waves', 'PHY101'),
  row('PHY 101 Waves', 'phy101'),
  row('PHY101 Waves', 'PHY-101'),
  row('PHY101 Waves', 'phy 101'),
  row('PHY–101 Waves', 'waves phy-101'),
  row('PHY-201 Waves', 'PHY101', false),
  row('PHY_101 Waves', 'PHY101'),
  row('PHY_101 Waves', 'phy-101 waves'),
  row('PHY101 Waves', 'PHY_101'),
  row('PHY 101 Waves', 'phy_101'),
  row('PHY__101 Waves', '_PHY_101_'),
  row('ABC of seas', 'ＡＢＣ'),
  row('ＡＢＣ　of seas', 'abc of'),
  row('王芳', '王芳'),
  row('王 芳', '王芳'),
  row('小王芳芳', '芳'),
  row('王芳', '王'),
  row('王小芳', '王芳', false),
  row('城市水质监测', '水质'),
  row('第 3 章 水质', '第3章'),
  row('第3章 水质', '水质 第3章'),
  row('城市水质监测', '水利', false),
  row('ปฐพีและดินทราย', 'ดิน'),
  row('น้ำทะเล', 'นำ้'),
  row('นำ้ทะเล', 'น้ำ'),
  row('นํ้าทะเล', 'น้ำ'),
  row('เเม่น้ำ', 'แม่'),
  row('Йод и вода', 'йод'),
  row('Йод и вода', 'иод', false),
  row('ガラス', 'ｶﾞﾗｽ'),
  within('100% cotton', '100%'),
  within('100 cotton', '0%', false),
  within('lab_report', 'b_r'),
  within('labXreport', 'lab_report', false),
  within('C:\\tides', ':\\t'),
  within('C:tides', '\\', false),
  within('tides', '%', false),
  row('spring tides', 'tides  spring'),
  within('springtide', 'tide'),
]

type Db = { query: (sql: string, values?: unknown[]) => Promise<{ rows: any[] }> }

/** A copy of a row for each text, by its id; `more` are other columns of the copies, `own` one of which each has its own. */
export async function addSearched(
  db: Db,
  { table, like, column, more = {}, own }: { table: string; like: string; column: string; more?: Record<string, unknown>; own?: string },
): Promise<Map<string, string>> {
  const unique = own ? `jsonb_build_object('${own}', gen_random_uuid())` : `'{}'`
  const texts = [...new Set(searches.map(({ text }) => text))]
  const { rows } = await db.query(
    `with made as (insert into ${table} select (jsonb_populate_record(x, $4::jsonb || jsonb_build_object('id', gen_random_uuid(), '${column}', t) || ${unique})).*
       from ${table} x, unnest($2::text[]) t where x.id = $1 and $3 = $3 returning *)
     select id::text, ${column} as text from made`,
    [like, texts, table, JSON.stringify(more)],
  )
  return new Map(rows.map(({ id, text }) => [id, text]))
}

/** The rows of the table that a search of these texts does not keep: none. `find` answers ids. */
export async function brokenSearches(ids: ReadonlyMap<string, string>, find: (sought: string) => Promise<string[]>): Promise<Search[]> {
  const broken: Search[] = []
  for (const [sought, list] of Map.groupBy(searches, (one) => one.sought)) {
    const found = new Set((await find(sought)).map((id) => ids.get(id)))
    broken.push(...list.filter(({ text, found: is }) => found.has(text) !== is))
  }
  return broken
}

export const conditions = (sought: string): string => encodeURIComponent(JSON.stringify({ keyword: sought }))

/** The plan of a statement of a table that is too small for an index to pay. */
export async function planOf(db: Db, sql: string): Promise<string> {
  const results = (await db.query(`begin; set local enable_seqscan = off; explain ${sql}; commit`)) as unknown as { rows: unknown[] }[]
  return JSON.stringify(results.map(({ rows }) => rows))
}
