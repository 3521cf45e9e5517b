/** Whether a quarter such as 2026-Q4 was not over at a moment. */
export function isOpenQuarter(name: string, nowSec: number): boolean {
  const [, year, quarter] = /^(\d{4})-Q([1-4])$/.exec(name) ?? []
  return year !== undefined && Date.UTC(Number(year), Number(quarter) * 3) / 1000 > nowSec
}
