-- Sends the requests of a file one after the other, again and again. Arguments: the file, in which a zero byte ends each request, and the
-- mean pause of a connection before a request in milliseconds.
local requests = {}
local sent = 0

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for text in file:read('*a'):gmatch('([^%z]+)%z') do requests[#requests + 1] = text end
  file:close()
  local pause = tonumber(args[2])
  if pause > 0 then delay = function() return math.random(0, 2 * pause) end end
end

function request()
  sent = sent % #requests + 1
  return requests[sent]
end

function done(summary, latency)
  local errors = summary.errors
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format('{"perSecond":%f,"p50Ms":%f,"p99Ms":%f,"requests":%d,"failed":%d}\n',
    summary.requests * 1e6 / summary.duration, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3,
    summary.requests, failed))
end
