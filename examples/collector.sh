#!/bin/sh
# A manager in a language that every machine has: the shell reads lines, awk chooses.
#
#     deathdome sim --seats "command:sh examples/collector.sh,random" --matches 10
#
# It collects control points and attacks whoever is in its way. Messages are compact JSON with
# "type" in front, so patterns are enough to read what it needs; docs/managers-protocol.md.

choose='
# The text behind a key, up to the end of its value.
function said(key,    from) {
    from = "\"" key "\":\"[^\"]*\""
    if (!match($0, from)) return ""
    return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 5)
}
function column(name,    i, n) {
    n = 0
    for (i = 1; substr(name, i, 1) ~ /[a-z]/; i++)
        n = 26 * n + index("abcdefghijklmnopqrstuvwxyz", substr(name, i, 1))
    return n
}
function row(name) { sub(/^[a-z]+/, "", name); return name + 0 }
function far(a, b) { return a > b ? a - b : b - a }
# King moves from a space to the nearest control point of somebody else.
function steps(name,    i, x, y, best) {
    best = 99
    if (name !~ /^[a-z]+[0-9]+$/) return best
    for (i = 1; i <= points; i++) {
        x = far(column(name), column(point[i])); y = far(row(name), row(point[i]))
        if (x < y) x = y
        if (x < best) best = x
    }
    return best
}
function worth(option) {
    if (option == "capture") return 100
    if (option == "release") return 90
    if (option ~ /^attack .* with /) return 60
    if (option ~ /^attack /) return 50
    if (option ~ /^equip /) return 30
    if (option ~ /^activate /) return 20
    if (option ~ /^walk /) return 9.5 + here - steps(substr(option, 6))
    if (option ~ /^buy /) return 10
    if (option ~ /^lay /) return kind == "attack cards" && $0 ~ /"laid":\[\]/ ? 5 : -1
    return option ~ /^end / ? 1 : -1
}
{
    kind = said("kind"); team = said("team"); unit = said("unit")
    match($0, /"number":[0-9]+/); number = substr($0, RSTART + 9, RLENGTH - 9)

    match($0, /"points":[{][^}]*[}]/)
    count = split(substr($0, RSTART + 10, RLENGTH - 11), pairs, ",")
    points = 0
    for (i = 1; i <= count; i++) {
        split(pairs[i], pair, "\"")
        if (pair[4] != team) point[++points] = pair[2]
    }
    here = 99
    if (unit != "" && match($0, "\"" unit "\":[{]\"team\":\"[a-z]*\",\"at\":\"[^\"]*\"")) {
        count = split(substr($0, RSTART, RLENGTH), part, "\"")
        here = steps(part[count - 1])
    }
    best = said("default"); most = 0
    match($0, /"options":\[[^]]*\]/)
    count = split(substr($0, RSTART + 11, RLENGTH - 12), option, "\",\"")
    for (i = 1; i <= count; i++) {
        gsub(/"/, "", option[i])
        value = worth(option[i])
        if (value > most) { most = value; best = option[i] }
    }
    printf "{\"number\":%d,\"option\":\"%s\"}\n", number, best
}'

while IFS= read -r line; do
    case $line in
    '{"type":"begin"'*) echo '{"type":"ready","schema":1,"name":"collector","deterministic":true}' ;;
    '{"type":"decide"'*) printf '%s\n' "$line" | awk "$choose" ;;
    '{"type":"end"'*) exit 0 ;;
    esac
done
