# Prints what Godot 3 loads from each SpriteFrames resource named in list.txt, as one line of JSON each.
extends SceneTree

func texture_of(texture):
    return {
        "atlas": texture.atlas.resource_path.get_file(),
        "size": [texture.get_width(), texture.get_height()],
        "region": [texture.region.position.x, texture.region.position.y, texture.region.size.x, texture.region.size.y],
        "margin": [texture.margin.position.x, texture.margin.position.y],
    }

func _init():
    var list = File.new()
    list.open("res://list.txt", File.READ)
    while not list.eof_reached():
        var name = list.get_line()
        if name == "":
            continue
        var resource = load("res://" + name)
        var found = {"name": name, "animations": {}}
        if resource is SpriteFrames:
            for animation in resource.get_animation_names():
                var frames = []
                for frame in range(resource.get_frame_count(animation)):
                    frames.append(texture_of(resource.get_frame(animation, frame)))
                found["animations"][animation] = {
                    "loop": resource.get_animation_loop(animation),
                    "speed": resource.get_animation_speed(animation),
                    "frames": frames,
                }
        print("found ", to_json(found))
    quit()
