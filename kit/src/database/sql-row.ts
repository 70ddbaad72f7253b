// Rows of plain SQL over a table of a Prisma model: their types and lists of columns, derived from the model alone.

type SnakeCase<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeCase<Rest>}`
  : S
const snakeCase = (field: string) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** Plain SQL answers a bigint as a string, a model as a bigint: BigInt() and Number() read both. A decimal is a string, a model's is a Decimal. */
type SqlValue<Value> = Value extends bigint ? bigint | string : Value extends { toDecimalPlaces: unknown } ? string : Value

/**
 * A row under the names of its columns (`org_id`). A uuid is a string in small letters, an int or float a number, a timestamp a Date, a date
 * the Date of its midnight in UTC, an array an array, json the parsed value: name its type beside (`& { settings: Settings }`). Columns that
 * are computed or joined stand beside it in the same way.
 */
export type SqlRow<Model> = { [Field in keyof Model & string as SnakeCase<Field>]: SqlValue<Model[Field]> }
/** The same under Prisma's names (`orgId`), as modelColumns selects it. */
export type SqlModel<Model> = { [Field in keyof Model]: SqlValue<Model[Field]> }

/** A list of columns as SQL, with the alias of the table where a statement has several: `id, org_id` or `e.id, e.org_id`. */
export type Columns<Row> = { (table?: string): string; readonly row?: Row }
export type RowOf<List> = List extends Columns<infer Row> ? Row : never

/** `const listed = columnsOf<Module>()('id', 'name')` is the list; `RowOf<typeof listed>` the row that has them. */
export const columnsOf =
  <Model>() =>
  <Name extends keyof SqlRow<Model> & string>(...names: Name[]): Columns<Pick<SqlRow<Model>, Name>> =>
  (table) =>
    names.map((name) => (table ? `${table}.${name}` : name)).join(', ')

/** Every column of a model, under its field's name: `modelColumns(Prisma.CourseScalarFieldEnum, 'c')`. SqlModel is the type of the row. */
export const modelColumns = (fields: Record<string, string>, table: string): string =>
  Object.values(fields)
    .map((field) => `${table}.${snakeCase(field)} as "${field}"`)
    .join(', ')
