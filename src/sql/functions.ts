/**
 * Functions that a statement may call, by name: they compute from their arguments alone, in time
 * and memory that the engine can cut short. A list of names holds for every version of the engine.
 */
const ORDINARY = words(`
  plus minus multiply divide intDiv intDivOrZero modulo moduloOrZero positiveModulo negate abs gcd lcm
  divideOrNull intDivOrNull moduloOrNull isFinite isInfinite isNaN ifNotFinite min2 max2 mod
  equals notEquals less greater lessOrEquals greaterOrEquals isDistinctFrom isNotDistinctFrom
  in notIn globalIn globalNotIn nullIn notNullIn and or not xor
  if multiIf caseWithExpression greatest least clamp transform
  isNull isNotNull isZeroOrNull ifNull nullIf coalesce assumeNotNull toNullable exists lambda

  ceil ceiling floor round roundBankers roundDown roundToExp2 trunc truncate
  exp exp2 exp10 log ln log2 log10 log1p sqrt cbrt pow power sign sigmoid erf erfc lgamma tgamma
  sin cos tan asin acos atan atan2 sinh cosh tanh asinh acosh atanh hypot degrees radians pi e
  widthBucket width_bucket financialNetPresentValue financialInternalRateOfReturn
  bitAnd bitOr bitXor bitNot bitShiftLeft bitShiftRight bitTest bitCount

  now now64 today yesterday current_date current_timestamp curdate UTCTimestamp timezone toTimezone
  toTimeZone timezoneOf timezoneOffset toUnixTimestamp fromUnixTimestamp FROM_UNIXTIME
  toUnixTimestamp64Milli fromUnixTimestamp64Milli
  toYear toQuarter toMonth toWeek toDayOfYear toDayOfMonth toDayOfWeek toDaysInMonth toHour toMinute
  toSecond toMillisecond toISOWeek toISOYear toYearWeek toYYYYMM toYYYYMMDD toYYYYMMDDhhmmss
  year quarter month week day dayofyear dayofmonth dayofweek hour minute second monthName dateName
  toStartOfYear toStartOfISOYear toStartOfQuarter toStartOfMonth toStartOfWeek toMonday toStartOfDay
  toStartOfHour toStartOfMinute toStartOfSecond toStartOfFiveMinutes toStartOfTenMinutes
  toStartOfFifteenMinutes toStartOfInterval toLastDayOfMonth toLastDayOfWeek LAST_DAY timeSlot
  time_bucket date_bin dateTrunc date_trunc dateDiff date_diff timestampDiff timestamp_diff age
  addYears addQuarters addMonths addWeeks addDays addHours addMinutes addSeconds addInterval addDate
  subtractYears subtractQuarters subtractMonths subtractWeeks subtractDays subtractHours
  subtractMinutes subtractSeconds subtractInterval subDate makeDate makeDate32 makeDateTime
  toRelativeYearNum toRelativeMonthNum toRelativeWeekNum toRelativeDayNum toRelativeHourNum
  formatDateTime date_format toIntervalYear toIntervalQuarter toIntervalMonth toIntervalWeek
  toIntervalDay toIntervalHour toIntervalMinute toIntervalSecond toIntervalMillisecond toInterval
  parseDateTime parseDateTimeOrNull parseDateTimeBestEffort parseDateTimeBestEffortOrNull

  CAST _CAST accurateCast accurateCastOrNull toTypeName toString toBool date
  toInt8 toInt16 toInt32 toInt64 toInt128 toInt256 toUInt8 toUInt16 toUInt32 toUInt64 toUInt128
  toUInt256 toInt32OrNull toInt64OrNull toInt128OrNull toInt256OrNull toUInt32OrNull toUInt64OrNull
  toUInt128OrNull toUInt256OrNull toInt64OrZero toUInt64OrZero toFloat32 toFloat64 toFloat32OrNull
  toFloat64OrNull toFloat64OrZero toDecimal32 toDecimal64 toDecimal128 toDecimal256 toDecimal64OrNull
  toDecimal128OrNull toDecimal256OrNull toDecimalString toDate toDate32 toDateOrNull toDateTime
  toDateTime64 toDateTimeOrNull toDateTime64OrNull toFixedString toUUID toUUIDOrNull generateUUIDv4

  length empty notEmpty lengthUTF8 char_length lower upper lowerUTF8 upperUTF8 lcase ucase initcap
  concat concat_ws concatWithSeparator substring substr mid substringUTF8 left right leftUTF8
  rightUTF8 trimBoth trimLeft trimRight trim ltrim rtrim reverse
  reverseUTF8 startsWith endsWith startsWithUTF8 endsWithUTF8 format ascii char hex unhex
  base58Encode base58Decode base64Encode base64Decode tryBase58Decode tryBase64Decode
  substringIndex isValidUTF8 toValidUTF8 naturalSortKey
  like notLike ilike notILike match position positionUTF8 positionCaseInsensitive locate
  countSubstrings countMatches extract extractAll extractGroups regexpExtract
  hasToken hasTokenCaseInsensitive
  replace replaceAll replaceOne replaceRegexpOne replaceRegexpAll regexpQuoteMeta translate
  splitByChar splitByString splitByWhitespace splitByNonAlpha splitByRegexp alphaTokens
  domain domainWithoutWWW topLevelDomain protocol path cutWWW cutQueryString
  extractURLParameter decodeURLComponent encodeURLComponent
  JSONExtract JSONExtractRaw JSONExtractString JSONExtractInt JSONExtractUInt JSONExtractFloat
  JSONExtractBool JSONExtractKeys JSONExtractArrayRaw JSONHas JSONLength JSONType isValidJSON
  toJSONString cityHash64 sipHash64 xxHash64 murmurHash3_64 MD5 SHA256 keccak256
  formatReadableQuantity formatReadableSize formatReadableTimeDelta bar
  rand rand64 randUniform randNormal

  tuple tupleElement map mapKeys mapValues mapContains mapContainsKey mapFilter mapApply
  mapFromArrays mapAdd mapSubtract
  array arrayElement arrayElementOrNull arrayJoin range has indexOf countEqual
  arrayMap arrayFilter arrayCount arrayExists arrayAll arraySum arrayAvg arrayMin arrayMax
  arrayProduct arrayFirst arrayFirstIndex arrayFirstOrNull arrayLast arrayLastIndex arrayLastOrNull
  arraySort arrayReverseSort arrayReverse arrayDistinct arrayUniq arrayCompact arrayConcat arraySlice
  arrayPushBack arrayPushFront arrayPopBack arrayPopFront arrayZip arrayEnumerate
  arrayEnumerateUniq arrayDifference arrayCumSum arrayCumSumNonNegative arrayFill arrayReverseFill
  arrayFlatten flatten arrayIntersect arrayUnion arrayExcept arrayRemove arraySplit arrayStringConcat
  emptyArrayString emptyArrayFloat64 emptyArrayInt64 emptyArrayUInt64
  dotProduct cosineDistance L1Distance L2Distance
`)

const AGGREGATE = words(`
  count sum sumKahan avg avgWeighted min max any anyLast anyHeavy argMin argMax min_by max_by
  any_value first_value last_value anyRespectNulls anyLastRespectNulls singleValueOrNull
  uniq uniqExact uniqCombined uniqCombined64 uniqHLL12 topK topKWeighted approx_top_k
  quantile quantiles quantileExact quantilesExact quantileExactLow quantileExactHigh
  quantileExactInclusive quantileExactExclusive quantilesExactInclusive quantilesExactExclusive
  quantileExactWeighted quantilesExactWeighted quantileTDigest quantilesTDigest
  quantileTDigestWeighted quantileInterpolatedWeighted median medianExact medianTDigest
  stddevPop stddevSamp stddev stddev_pop stddev_samp varPop varSamp var_pop var_samp
  covarPop covarSamp covar_pop covar_samp corr skewPop skewSamp kurtPop kurtSamp entropy
  simpleLinearRegression exponentialMovingAverage exponentialTimeDecayedAvg boundingRatio
  deltaSum deltaSumTimestamp sumMap minMap maxMap sumCount histogram sparkbar
  groupArray groupUniqArray groupArraySorted groupArrayLast groupArrayMovingAvg groupArrayMovingSum
  groupConcat group_concat string_agg array_agg groupBitAnd groupBitOr groupBitXor
  largestTriangleThreeBuckets lttb
  row_number rank dense_rank denseRank percent_rank percentRank cume_dist ntile lag lead lagInFrame
  leadInFrame nth_value nonNegativeDerivative grouping
`)

/** What the engine lets follow the name of an aggregate function. */
const COMBINATORS = ['If', 'Distinct', 'OrNull', 'OrDefault', 'Array', 'Map', 'ForEach']

/** Whether a statement may call a function. The engine knows some names in any case. */
export function isAllowedFunction(name: string): boolean {
  const known = name.toLowerCase()
  return ORDINARY.has(known) || isAggregate(known)
}

/** All names, as the reference of the docs lists them. */
export function listFunctions(): { ordinary: string[]; aggregate: string[] } {
  return { ordinary: [...ORDINARY.values()], aggregate: [...AGGREGATE.values()] }
}

function isAggregate(name: string): boolean {
  if (AGGREGATE.has(name)) return true
  return COMBINATORS.some(
    (suffix) => name.endsWith(suffix.toLowerCase()) && isAggregate(name.slice(0, -suffix.length)),
  )
}

/** Names by their small letters. */
function words(text: string): ReadonlyMap<string, string> {
  return new Map(
    text
      .trim()
      .split(/\s+/)
      .map((name) => [name.toLowerCase(), name]),
  )
}
