import {
  Field,
  makeData,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
  Utf8,
  vectorFromArray,
} from 'apache-arrow'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { at } from '../../lib/at.ts'

/** Names that mean something to SQL, to JavaScript, to a terminal or to the import itself. */
export function hostileNames(canary: string): string[] {
  const write = `SELECT 1 INTO OUTFILE '${canary}'`
  return [
    ...["a'b", 'a`b', 'a"b', 'a\\', "\\'", '\\`', 'a\nb', 'a\rb', 'a\tb', ' a ', '$x$', '$$', ' '],
    ...[
      `x\`); ${write}; --`,
      `x'); ${write} --`,
      `x\\'); ${write} --`,
      `x"; ${write}`,
      `; ${write}`,
    ],
    ...['-- a', '# a', '/* a', '*/', '{name:String}', '{raw_0:Identifier}', '*', "COLUMNS('.*')"],
    ...[
      'SELECT',
      'from',
      'NULL',
      'null',
      'Tuple(a String)',
      'a.b',
      'coin.x',
      '.',
      'a[1]',
      '@x',
      '?',
    ],
    ...[
      '__proto__',
      'constructor',
      'toString',
      'hasOwnProperty',
      'COIN',
      'cоin',
      '\u202Ecoin\u2066',
    ],
    ...['\u200b', 'e\u0301', '\u{1F600}', '\x1b[31mred\x1b]0;title\x07', '\x7f\x9b31m'],
    ...['run', 'recordedAt', 'raw_0', 'raw_1', '_raw_0', 'value_coin', 'fileRow', 'cells', 'json'],
    ...['_row_number', '_path', '_file', 'row', 'reason', 'file', 'row (column)', 'givenQuality'],
    ...['almanacProblem', 'almanacLine', 'normal_coin', 'all', 'identity', 'x'.repeat(500)],
  ]
}

/** A column of texts: its name and the values of the rows. */
export type TextColumn = readonly [name: string, values: readonly string[]]

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

function rowsOf(columns: readonly TextColumn[]): string[][] {
  return at(columns, 0)[1].map((_, row) => columns.map(([, values]) => at(values, row)))
}

function objectsOf(columns: readonly TextColumn[]): string[] {
  const names = columns.map(([name]) => JSON.stringify(name))
  // By hand, since an object of ours would have each name once.
  return rowsOf(columns).map(
    (row) => `{${row.map((value, index) => `${names[index]}:${JSON.stringify(value)}`).join(',')}}`,
  )
}

function toArrow(columns: readonly TextColumn[]): Uint8Array {
  const fields = columns.map(([name]) => new Field(name, new Utf8(), true))
  const children = columns.map(([, values]) => at(vectorFromArray(values, new Utf8()).data, 0))
  const length = at(columns, 0)[1].length
  const schema = new Schema(fields)
  const data = makeData({ type: new Struct(fields), length, children })
  return tableToIPC(new Table(schema, [new RecordBatch(schema, data)]), 'file')
}

/** The same columns as a file of every format, by extension. */
export const WRITERS: Readonly<
  Record<string, (columns: readonly TextColumn[]) => string | Uint8Array>
> = {
  csv: (columns) =>
    [columns.map(([name]) => name), ...rowsOf(columns)]
      .map((row) => `${row.map(quoted)}\n`)
      .join(''),
  ndjson: (columns) => objectsOf(columns).join('\n'),
  json: (columns) => `[${objectsOf(columns).join(',\n')}]`,
  parquet: (columns) => {
    const columnData = columns.map(([name, data]) => ({
      name,
      data: [...data],
      type: 'STRING' as const,
    }))
    return new Uint8Array(parquetWriteBuffer({ columnData }))
  },
  arrow: toArrow,
}
