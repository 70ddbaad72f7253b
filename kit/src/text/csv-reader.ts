// The grammar of CSV as a machine: it takes a text whole or in pieces, and gives rows as they end. For servers and pages. Pure.

/** A cell in quotation marks that never ends; `line`: the one in which it begins, from 1. */
export class UnclosedQuote extends Error {
  readonly line: number
  constructor(line: number) {
    super(`a quotation mark that opens in line ${line} is never closed`)
    this.line = line
  }
}

/** `line`: the one of the file in which the row begins, from 1. `cut`: it had a longer cell or more cells than the bounds, which are left out. */
export type CsvRow = { line: number; cells: string[]; cut?: true }
/** Characters of a cell and cells of a row, at most. */
export type CsvBounds = { letters: number; cells: number }

/** The separator that the first line has most often. */
function separatorOf(text: string): string {
  const line = /^(?:"(?:[^"]|"")*"|[^\r\n"])*/.exec(text)?.[0].replaceAll(/"(?:[^"]|"")*"/g, '') ?? ''
  const count = (separator: string) => line.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** Characters that are waited for before the separator is judged by the first line. */
const headLength = 64 * 1024
const unbounded: CsvBounds = { letters: Number.POSITIVE_INFINITY, cells: Number.POSITIVE_INFINITY }
const [quote, carriage, feed] = [0x22, 0x0d, 0x0a]

/**
 * Reads rows; empty ones are left out. `sep=;` as the first line names the separator, as Excel writes it. A mark within a cell is a letter of it. An
 * apostrophe that an export has put before a formula goes. With bounds a cell in quotation marks that is longer counts as one that never ends.
 */
export class CsvReader {
  readonly #bounds: CsvBounds
  #text = ''
  #at = 0
  #ended = false
  #separator: string | undefined
  #rows: CsvRow[] = []
  #cells: string[] = []
  #cell = ''
  #cut = false
  #line = 1
  /** The line in which the row begins. */
  #from = 1
  /** The line in which the cell's quotation mark opened; undefined outside of one. */
  #opened: number | undefined
  /** The line of the last cell that had a mark of its own and ended with its line: it may have gone on. */
  #doubtful: number | undefined
  #isQuoted = false
  #hasMark = false

  constructor(bounds: CsvBounds = unbounded) {
    this.#bounds = bounds
  }

  /** The rows that end in a piece of the text; `isLast`: none follows. Throws UnclosedQuote. */
  read(piece: string, isLast: boolean): CsvRow[] {
    this.#text = this.#text.slice(this.#at) + piece
    this.#at = 0
    this.#ended = isLast
    if (this.#separator === undefined && !isLast && this.#text.length < headLength) return []
    this.#separator ??= this.#begin()
    while (this.#at < this.#text.length && this.#step()) {}
    if (isLast) {
      if (this.#opened !== undefined) throw new UnclosedQuote(this.#opened)
      this.#endLine()
    }
    const rows = this.#rows
    this.#rows = []
    return rows
  }

  #begin(): string {
    const [head = '', named] = /^\uFEFF?(?:sep=(.)[ \t]*(?:\r\n?|\n))?/i.exec(this.#text) ?? []
    this.#at = head.length
    if (named !== undefined) this.#line = this.#from = 2
    return named ?? separatorOf(this.#text.slice(head.length))
  }

  /** A step of the machine; false where it needs the next piece. */
  #step(): boolean {
    const text = this.#text
    const letter = text.charCodeAt(this.#at)
    const last = this.#at + 1 >= text.length
    // the meaning of these two depends on the letter behind them
    if (last && !this.#ended && (letter === quote || letter === carriage)) return false
    const isEnd = letter === feed || (letter === carriage && text.charCodeAt(this.#at + 1) !== feed)
    if (this.#opened !== undefined) return this.#stepInQuotes(letter, isEnd)
    if (letter === quote && this.#cell.trim() === '') {
      this.#cell = ''
      this.#opened = this.#line
      this.#isQuoted = true
    } else if (text[this.#at] === this.#separator) this.#endCell()
    else if (isEnd) {
      this.#endLine()
      this.#line++
    } else if (letter !== carriage) {
      let to = this.#at + 1
      // letters up to the next that means something, in one piece
      for (; to < text.length; to++) {
        const next = text.charCodeAt(to)
        if (next === quote || next === carriage || next === feed || text[to] === this.#separator) break
      }
      this.#add(text.slice(this.#at, to))
      this.#at = to
      return true
    }
    this.#at++
    return true
  }

  #stepInQuotes(letter: number, isEnd: boolean): boolean {
    const text = this.#text
    if (letter === quote && text.charCodeAt(this.#at + 1) === quote) {
      this.#add('"')
      this.#at += 2
      return true
    }
    if (letter === quote) {
      const ends = this.#endsAt(this.#at + 1)
      if (ends === undefined) return false
      if (ends) this.#opened = undefined
      // a mark of a later line that ends no cell opens one: the first was never closed
      else if (this.#line > this.#opened!) throw new UnclosedQuote(this.#opened!)
      else {
        this.#hasMark = true
        this.#add('"')
      }
      this.#at++
      return true
    }
    let to = this.#at + 1
    if (!isEnd && letter !== carriage)
      for (; to < text.length; to++) {
        const next = text.charCodeAt(to)
        if (next === quote || next === carriage || next === feed) break
      }
    this.#add(text.slice(this.#at, to))
    if (isEnd) this.#line++
    this.#at = to
    return true
  }

  #add(letters: string): void {
    if (this.#cell.length + letters.length <= this.#bounds.letters) this.#cell += letters
    else if (this.#opened !== undefined) throw new UnclosedQuote(this.#opened)
    else {
      this.#cell += letters.slice(0, this.#bounds.letters - this.#cell.length)
      this.#cut = true
    }
  }

  /** Whether the cell ends behind a place; undefined where that is not known yet. */
  #endsAt(at: number): boolean | undefined {
    let next = at
    while (this.#text.charCodeAt(next) === 0x20) next++
    if (next >= this.#text.length) return this.#ended || (next - at > this.#bounds.letters ? false : undefined)
    const letter = this.#text[next]
    return letter === this.#separator || letter === '\n' || letter === '\r'
  }

  #endCell(): void {
    const cell = this.#cell.trim()
    if (!this.#isQuoted && this.#cells.length === 0 && this.#doubtful === this.#line - 1 && /^[^"]+"$/.test(cell))
      throw new UnclosedQuote(this.#doubtful)
    this.#isQuoted = this.#hasMark = false
    this.#cell = ''
    if (this.#cells.length < this.#bounds.cells) this.#cells.push(cell.replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, ''))
    else this.#cut = true
  }

  #endLine(): void {
    const isDoubtful = this.#isQuoted && this.#hasMark
    this.#endCell()
    if (isDoubtful) this.#doubtful = this.#line
    if (this.#cells.some((one) => one !== '')) this.#rows.push({ line: this.#from, cells: this.#cells, ...(this.#cut && { cut: true }) })
    this.#cells = []
    this.#cut = false
    this.#from = this.#line + 1
  }
}
