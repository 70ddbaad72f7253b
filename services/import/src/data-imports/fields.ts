// Fields of each kind of a register's rows: the words that name their columns in files, those a file must have, and their bounds.
import type { RosterKind } from '@lyceum/kit/rosters/api'
import { plainWidth } from '@lyceum/kit/text/width'

/** reference: names a row of another kind; its target is `of`. `most`: characters. */
export type Field = {
  name: string
  type: 'text' | 'roles' | 'role' | 'unitKind' | 'day' | 'reference' | 'namePart' | 'state'
  of?: RosterKind
  most: number
  words: string
  /** As files of other systems have it: an empty file goes without. */
  isForeign?: true
}
/** The field that a kind's rows are called by where the file has no ids; for enrolments course and person together. */
export type KindOfRows = { fields: Field[]; needed: string[]; code: string | null }

const field = (name: string, most: number, words: string, more: Partial<Field> = {}): Field => ({
  name,
  type: 'text',
  most,
  words: `${name} ${words}`,
  ...more,
})
const idOf = (words: string) =>
  field('id', 200, `external_id sourced_id 外部编号 外部編號 系统编号 系統編號 รหัสภายนอก id_eksternal id_luaran ${words}`)
/** Canvas, OneRoster and others say in a column that a line is no more, or that a person is suspended. */
const status = field('status', 40, '状态 狀態 สถานะ', { type: 'state', isForeign: true })
const code = (words: string) => field('code', 64, words)
const name = (most: number, words: string) => field('name', most, `title ชื่อ nama 名称 名稱 ${words}`)
const department = field(
  'department',
  200,
  'department_id department_code account_id dept faculty school college 院系 系所 学院 學院 部门 部門 ภาควิชา คณะ departemen fakultas jurusan jabatan fakulti',
  {
    type: 'reference',
    of: 'departments',
  },
)
const unit = (field_name: string, words: string) => field(field_name, 200, words, { type: 'reference', of: 'study_units' })
const grade = unit('grade', 'grade_id year_group cohort 年级 年級 入学年 ชั้นปี angkatan tahun')
const klass = unit('klass', 'klass_id class class_id class_code 班级 班級 班级编号 กลุ่มเรียน หมู่เรียน kelas')
const program = unit('program', 'program_id programme major degree 专业 專業 學程 หลักสูตร สาขา สาขาวิชา program_studi prodi')

export const kinds: Record<RosterKind, KindOfRows> = {
  departments: {
    fields: [
      idOf('account_id'),
      name(200, 'department_name 院系名称 系所名稱 ชื่อภาควิชา nama_departemen nama_jabatan'),
      code('department_code dept_code 院系编号 院系代码 系所代碼 รหัสภาควิชา kode kod kode_departemen kod_jabatan 编号 编码 代码 代碼'),
      field(
        'parent',
        200,
        'parent_id parent_code parent_department parent_account_id 上级 上级院系 上級 上級系所 上级编号 สังกัด induk jabatan_induk',
        {
          type: 'reference',
          of: 'departments',
        },
      ),
      status,
    ],
    needed: ['name'],
    code: 'code',
  },
  study_units: {
    fields: [
      idOf(''),
      field('kind', 40, 'type 类型 類型 ประเภท jenis', { type: 'unitKind' }),
      name(200, ''),
      code('编号 编码 代码 代碼 รหัส kode kod'),
      department,
      grade,
      program,
    ],
    needed: ['kind', 'name'],
    code: 'code',
  },
  people: {
    fields: [
      idOf('user_id'),
      name(100, 'full_name display_name 姓名 名字 ชื่อ-สกุล ชื่อ-นามสกุล ชื่อสกุล nama_lengkap nama_penuh'),
      field('given_name', 100, 'first_name forename 名 ชื่อจริง nama_depan nama_pertama', { type: 'namePart', isForeign: true }),
      field('family_name', 100, 'last_name surname 姓 姓氏 สกุล นามสกุล nama_belakang nama_keluarga', { type: 'namePart', isForeign: true }),
      field(
        'user_no',
        50,
        'user_number number student_no student_number student_id staff_no staff_number employee_no employee_number 学号 工号 学工号 學號 工號 員工編號 學號或員工編號 รหัสนักศึกษา รหัสประจำตัว รหัสพนักงาน nim nip nomor_induk nomor_induk_mahasiswa no_induk id_pengguna no_matrik nombor_matrik no_pekerja login_id username user_name',
      ),
      field('email', 254, 'mail email_address 邮箱 电子邮箱 电子邮件 電子郵件 信箱 電子信箱 อีเมล surel emel alamat_emel'),
      field(
        'mobile_phone',
        30,
        'mobile phone telephone cell 手机 手机号 手机号码 手機 手機號碼 电话 電話 เบอร์โทร โทรศัพท์ โทรศัพท์มือถือ nomor_hp no_hp telepon no_telepon telefon no_telefon',
      ),
      field('roles', 200, 'role 角色 身份 身分 บทบาท peran peranan', { type: 'roles' }),
      department,
      grade,
      klass,
      program,
      status,
    ],
    needed: ['name'],
    code: 'user_no',
  },
  courses: {
    fields: [
      idOf('course_id idnumber'),
      name(200, 'course_name long_name fullname 课程名称 課程名稱 课程名 ชื่อรายวิชา nama_mata_kuliah nama_kursus'),
      field(
        'course_code',
        64,
        'code course_no short_name 课程编号 课程代码 课程号 課程代碼 課號 รหัสวิชา รหัสรายวิชา kode kode_mata_kuliah kod kod_kursus',
      ),
      field('academic_year', 64, 'year 学年 學年 ปีการศึกษา tahun_akademik'),
      field('semester', 64, 'term term_id 学期 學期 ภาคการศึกษา ภาคเรียน'),
      department,
      field('start_date', 40, 'start begin 开始日期 開始日期 วันเริ่ม วันที่เริ่ม tanggal_mulai tarikh_mula', { type: 'day' }),
      field('end_date', 40, 'end 结束日期 結束日期 วันสิ้นสุด วันที่สิ้นสุด tanggal_selesai tarikh_tamat', { type: 'day' }),
      status,
    ],
    needed: ['name'],
    code: 'course_code',
  },
  enrolments: {
    fields: [
      idOf(''),
      field(
        'course',
        200,
        'course_id course_code section_id 课程 课程编号 课程代码 课程号 課程 課程代碼 課號 รายวิชา รหัสวิชา รหัสรายวิชา mata_kuliah kode_mata_kuliah kursus kod_kursus',
        { type: 'reference', of: 'courses' },
      ),
      field(
        'person',
        200,
        'person_id user_id user_no user_number student_no student_number student_id 人员 人員 学号 学工号 學號 學號或員工編號 รหัสนักศึกษา รหัสประจำตัว nim nomor_induk no_matrik id_pengguna',
        { type: 'reference', of: 'people' },
      ),
      field('role', 60, 'roles 角色 身份 身分 บทบาท peran peranan', { type: 'role' }),
      status,
    ],
    needed: ['course', 'person'],
    code: null,
  },
}

/** Of the name of a column: without its case, width and signs. */
export const wordKey = (word: string): string =>
  plainWidth(word)
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s_\-./:*()[\]\uFEFF]+/g, '')

export type Mapping = Record<string, string>

/** field → the column that has it. A field of `chosen` keeps its choice; '' means none. Others are found by their words, each column once. */
export function mappingOf(kind: RosterKind, columns: readonly string[], chosen: Mapping = {}): Mapping {
  const taken = new Set(Object.values(chosen))
  const found: Mapping = {}
  for (const { name, words } of kinds[kind].fields) {
    if (chosen[name] !== undefined) {
      found[name] = columns.includes(chosen[name]) ? chosen[name] : ''
      continue
    }
    // the field's own name wins, then the words in their order
    const keys = words.split(' ').map(wordKey)
    const column = keys.flatMap((key) => columns.find((one) => wordKey(one) === key && !taken.has(one)) ?? [])[0] ?? ''
    if (column !== '') taken.add(column)
    found[name] = column
  }
  return found
}

/** A needed field that no column has; of people, courses, departments and units also one to call them by. */
export function missingField(kind: RosterKind, mapping: Mapping): string | undefined {
  const { needed, code } = kinds[kind]
  const isThere = (one: string) => Boolean(mapping[one] || (one === 'name' && (mapping.given_name || mapping.family_name)))
  const missing = needed.find((one) => !isThere(one))
  return missing ?? (code && !mapping.id && !mapping[code] ? code : undefined)
}
